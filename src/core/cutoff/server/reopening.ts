import { z } from 'zod'
import { type ApprovalKind, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { reopenPeriod } from '#core/ledger/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { DateOnly, NameText, Text } from '#kernel/primitives.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { reopeningKind } from '../contract/approval-kind.ts'
import { askReopening, CutOffStatus, cutOffErrors, LedgerService, listPeriods, periodsTopic } from '../contract/periods.ts'
import { inLedger, lastSnapshot, type Period, periods } from './record.ts'

async function closed(tx: Tx, id: string): Promise<Period> {
  const row = await periods.lock(tx, { id })
  if (row.status !== 'CLOSED') throw new AppError(cutOffErrors.notClosed, { code: row.code })
  return row
}

/** A closed period opens again when a second person agrees, with the reason kept. */
export const periodReopening: ApprovalKind = defineApprovalKind<Record<string, never>>({
  ...reopeningKind,
  subjectType: 'cutoff.period',
  payload: z.strictObject({}),
  picture: z.object({ status: CutOffStatus, service: LedgerService, unitName: NameText, startsOn: DateOnly, endsOn: DateOnly, snapshotCode: Text }),
  entity: 'cutoff.period',
  permissions: { ask: askReopening.permission, see: listPeriods.permission },
  tiers: [{ upTo: null, decide: 'period-cut-off/reopening/approve' }],
  days: 7,
  async describe({ tx }, id) {
    const row = await closed(tx, id)
    const unit = await tx.selectFrom('organisation.unit').select('name').where('id', '=', row.unit_id).executeTakeFirstOrThrow()
    const snapshotCode = (await lastSnapshot(tx, row)) ?? ''
    const before = { status: 'CLOSED', service: row.service, unitName: unit.name, startsOn: row.starts_on, endsOn: row.ends_on, snapshotCode }
    const place = unitsOf(row)
    return { code: row.code, place: { ...place, partnerId: null }, before, after: { ...before, status: 'REOPENED' }, money: null, rows: 1 }
  },
  hold: async ({ tx }, { subjectId, version }) => (await periods.lock(tx, { id: subjectId, version })).version,
  versionNow: async ({ tx }, id) => (await periods.locked(tx, id))?.version,
  async apply(ctx, { subjectId, reason }) {
    const { tx, now } = ctx
    const row = await closed(tx, subjectId)
    await periods.save(tx, decidedBy(ctx), row, { note: reason, blockers: null, checked_at: null }, 'reopen')
    await publish(tx, { topic: periodsTopic })
    await reopenPeriod(tx, { ...inLedger(row, now), reason })
  },
  async release() {},
})
