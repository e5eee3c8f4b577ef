import { z } from 'zod'
import { type ApprovalContext, type ApprovalKind, ask, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { reopenDay as reopenLedgerDay } from '#core/ledger/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { dayReopeningKind } from '../../contract/day-close/approval-kind.ts'
import { type askReopening, daysTopic, ReopeningPicture, reopenPermissions } from '../../contract/day-close/days.ts'
import { DayFigures } from '../../contract/day-close/figures.ts'
import { dayCloseErrors } from '../../contract/day-close/machine.ts'
import { lockDays, setBusinessDate } from './open.ts'
import { type Day, days } from './record.ts'
import { announceAdjustment } from './units-below.ts'

/** A closed day takes postings again when two people agree; the units above learn of it as an adjustment. `address`: of a day's screen. */
export const dayReopening = (address: (dayId: string) => string): ApprovalKind =>
  defineApprovalKind({
    ...dayReopeningKind,
    subjectType: days.subject,
    subjectPath: address,
    payload: z.strictObject({}),
    picture: ReopeningPicture,
    entity: 'cash.day-close.day',
    permissions: { ask: reopenPermissions.ask, see: reopenPermissions.see },
    tiers: [{ upTo: null, decide: reopenPermissions.approve }],
    days: 7,
    async describe({ tx }, id) {
      const row = await days.lock(tx, { id })
      const figures = await reopenable({ tx }, row)
      const place = {
        ...unitsOf(row),
        partnerId: null,
      }
      const before = { businessDate: row.business_date, unitName: figures.unitName, closing: figures.closing, closedBy: row.closed_by }
      return { code: `${figures.unitCode} ${showDate(row.business_date)}`, place, before, after: {}, money: null, rows: 1 }
    },
    hold: async ({ tx }, { subjectId, version }) => (await days.lock(tx, { id: subjectId, version })).version,
    versionNow: async ({ tx }, id) => (await days.locked(tx, id))?.version,
    async apply(ctx, { subjectId, reason }) {
      const { tx, now } = ctx
      const row = await days.lock(tx, { id: subjectId })
      await reopenable(ctx, row)
      await reopenLedgerDay(tx, row.unit_id, row.business_date)
      const { by } = decidedBy(ctx)
      const { days: open } = await lockDays(tx, row.unit_id)
      if (open.length === 0) await setBusinessDate(tx, row.unit_id, row.business_date, by, now)
      await announceAdjustment(tx, row.unit_id, row.business_date, reason.slice(0, 500), by, now)
      await days.save(tx, decidedBy(ctx), row, {}, 'reopen')
      await publish(tx, { topic: daysTopic })
    },
    release: async () => undefined,
  })

/** Throws CSH-359 unless it is the last closed day of its unit: days close, and open again, in their order. */
async function reopenable({ tx }: Pick<ApprovalContext, 'tx'>, row: Day): Promise<DayFigures> {
  if (row.status !== 'CLOSED') throw new AppError(errors.state, {}, { data: { version: row.version, status: row.status } })
  const { closedThrough } = await lockDays(tx, row.unit_id)
  if (closedThrough !== null && closedThrough !== row.business_date) throw new AppError(dayCloseErrors.notLastClosed, { date: showDate(closedThrough) })
  return DayFigures.parse(row.figures)
}

export async function askToReopen({ id, version, reason }: InputOf<typeof askReopening>, ctx: CommandContext, kind: ApprovalKind) {
  await days.forChange(ctx, { id, version })
  const { requestId, subjectVersion } = await ask(ctx, kind, { subjectId: id, version, payload: {}, reason })
  ctx.subject(days.subject, id, { after: { request: requestId, requested: { reason } } })
  return { id, version: subjectVersion, requestId }
}
