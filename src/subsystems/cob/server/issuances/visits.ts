import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { isoLocal, localDate, showDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineFileKind } from '#platform/server/files/kind.ts'
import { attachFiles } from '#platform/server/files/store.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { issuanceErrors } from '../../contract/issuances/errors.ts'
import { type assignIssuanceLine, listIssuanceLines, recordAttempt } from '../../contract/issuances/lines.ts'
import { issuancesTopic, lineMachine } from '../../contract/issuances/machines.ts'
import { ATTEMPT_FILES, ATTEMPT_FILES_BYTES, ATTEMPT_FILES_TYPES, type AttemptResult } from '../../contract/issuances/words.ts'
import { tell } from './items.ts'
import { seesAttempt } from './lists.ts'
import { ATTEMPT, itemCode, type LineRow, lines } from './records.ts'

/** Photos of visits: read by whoever sees the line. */
export const attemptFiles = defineFileKind({
  name: ATTEMPT_FILES,
  upload: { types: ATTEMPT_FILES_TYPES, maxBytes: ATTEMPT_FILES_BYTES, permissions: [recordAttempt.permission] },
  mayRead: async (ctx, { subject }) =>
    subject?.type === ATTEMPT && ctx.session.permissions.has(listIssuanceLines.permission) && (await seesAttempt(ctx, subject.id)),
})

const LAST: Readonly<Record<AttemptResult, keyof typeof lineMachine.events>> = {
  COLLECTED: 'collect',
  POSTPONED: 'postpone',
  REFUSED: 'refuse',
  NOT_FOUND: 'miss',
}
/** Why the item was not delivered, in the words of whoever looks at its events. */
const REASONS: Readonly<Record<Exclude<AttemptResult, 'COLLECTED'>, string>> = {
  POSTPONED: 'Người nộp hẹn lại',
  REFUSED: 'Người nộp từ chối',
  NOT_FOUND: 'Không tìm thấy người nộp',
}

/** A line with its lot, both locked; the lot first, as whatever closes it does. Throws COB-310 and COB-323 before the version is looked at: they say more. */
async function open(ctx: CommandContext, ref: Ref) {
  const { tx, scope } = ctx
  const place = await scope.selectFrom('cob.issuance_line as t').select('t.issuance_id').where('t.id', '=', ref.id).executeTakeFirst()
  if (!place) throw new AppError(errors.notFound)
  const { rows } = await sql<{ code: string; status: string; issuedAt: Date | null }>`
    select code, status, issued_at as "issuedAt" from cob.issuance where id = ${place.issuance_id} for share`.execute(tx)
  const { row: found } = await lines.forChange(ctx, { id: ref.id })
  const lot = rows[0] ?? { code: '', status: '', issuedAt: null }
  const code = itemCode(lot.code, found.line_no)
  if (found.status === 'COLLECTED' || found.status === 'SETTLED') throw new AppError(issuanceErrors.collectedAlready, { code })
  if (found.status !== 'CANCELLED' && lot.status !== 'ISSUED') throw new AppError(issuanceErrors.lotNotRunning, { lot: lot.code })
  return { seen: await lines.forChange(ctx, ref), code, issuedAt: lot.issuedAt as Date }
}

/** Gives a line to a postman of its office; also to another one, or once more after a visit in vain. */
export async function assign(ref: Ref, { courierId }: Pick<InputOf<typeof assignIssuanceLine>, 'courierId'>, ctx: CommandContext): Promise<Ref> {
  const { tx, now } = ctx
  const { seen, code } = await open(ctx, ref)
  const { row } = seen
  const courier = await tx.selectFrom('cob.courier').select(['code', 'unit_id', 'status']).where('id', '=', courierId).executeTakeFirst()
  if (courier?.unit_id !== row.unit_id) throw new AppError(issuanceErrors.courierOfOther, { courier: courier?.code ?? courierId, code })
  if (courier.status !== 'ACTIVE') throw new AppError(issuanceErrors.courierInactive, { courier: courier.code })
  if (lineMachine.events.assign.from.some((state) => state === row.status)) {
    if (row.due_on < localDate(now)) throw new AppError(issuanceErrors.dueOver, { day: showDate(row.due_on) })
    await requireAlone(tx, row)
  }
  const assigned = await lines.fire(ctx, seen, 'assign', { set: { courier_id: courierId } })
  await tell(ctx, [{ reference: `NT-${row.id}-A${assigned.version}`, item: code, kind: 'OUT_FOR_DELIVERY', at: isoLocal(now), courier: courier.code }])
  await publish(tx, { topic: issuancesTopic })
  return assigned
}

/** Throws COB-306: after a visit in vain the customer may have asked again in another lot. */
async function requireAlone(tx: Tx, row: LineRow): Promise<void> {
  const other = await tx
    .selectFrom('cob.issuance_line as l')
    .innerJoin('cob.issuance as o', 'o.id', 'l.issuance_id')
    .select('o.code')
    .where('l.key_account_id', '=', row.key_account_id)
    .where('l.reference', '=', row.reference)
    .where('l.id', '<>', row.id)
    .where('l.status', 'in', ['NEW', 'ISSUED', 'ASSIGNED', 'COLLECTED'])
    .executeTakeFirst()
  if (other) throw new AppError(issuanceErrors.referenceUnderWay, { reference: row.reference, lot: other.code })
}

/** Keeps what came of a visit. What was collected goes the way of the money of any item: delivered, collected, owed by the postman. */
export async function record({ id, version, result, on, time, note = '', attachments = [] }: InputOf<typeof recordAttempt>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, language, session } = ctx
  const { seen, code, issuedAt } = await open(ctx, { id, version })
  const { row } = seen
  const when = new Date(`${on}T${time}:00+07:00`)
  const courierId = row.courier_id
  if (courierId === null) throw new AppError(issuanceErrors.neverAssigned, { code })
  if (when < minuteOf(issuedAt) || when > now) throw refusedField('time', issuanceErrors.attemptTime, language)
  if (result === 'COLLECTED' && localDate(when) > row.due_on) throw new AppError(issuanceErrors.attemptLate, { code, day: showDate(row.due_on) })
  const collected = result === 'COLLECTED'
  const ref = await lines.fire(ctx, seen, LAST[result], {
    set: { attempts: row.attempts + 1, ...(collected ? { collected_at: when } : {}) },
    note: { result, ...(note ? { note } : {}) },
  })
  const attempt = await tx
    .insertInto('cob.issuance_attempt')
    .values({ line_id: id, at: when, result, note, courier_id: courierId, recorded_by: session.account, recorded_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await attachFiles(tx, attachments, { kind: attemptFiles, ownerUserId: session.userId, subject: { type: ATTEMPT, id: attempt.id } })
  const courier = await tx.selectFrom('cob.courier').select('code').where('id', '=', courierId).executeTakeFirstOrThrow()
  const told = { item: code, at: isoLocal(when), courier: courier.code }
  await tell(
    ctx,
    result === 'COLLECTED'
      ? [
          { ...told, reference: `NT-${row.id}-V${attempt.id}-D`, kind: 'DELIVERED' },
          { ...told, reference: `NT-${row.id}-V${attempt.id}-C`, kind: 'COLLECTED', amount: await amountNow(tx, row), method: 'CASH' },
        ]
      : [{ ...told, reference: `NT-${row.id}-V${attempt.id}`, kind: 'FAILED_DELIVERY', at: isoLocal(await notBefore(tx, row, when)), reason: REASONS[result] }],
  )
  await publish(tx, { topic: issuancesTopic })
  return ref
}

/** A visit in vain ends the round that the item is on, also where it was given out in the minute of the visit, or written down after it. */
async function notBefore(tx: Tx, row: LineRow, when: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`select max(at) as at from cob.event where item_id = ${row.item_id} and kind = 'OUT_FOR_DELIVERY'`.execute(tx)
  const given = rows[0]?.at
  return given && given > when ? given : when
}

/** A visit is told by the minute. */
const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
const MINUTE_MS = 60_000

/** What its item asks for: an amount that was changed by approval meanwhile counts. */
async function amountNow(tx: Tx, row: LineRow): Promise<string> {
  const item = await tx
    .selectFrom('cob.item')
    .select('cod_amount')
    .where('id', '=', row.item_id as string)
    .executeTakeFirst()
  return item?.cod_amount ?? row.amount
}
