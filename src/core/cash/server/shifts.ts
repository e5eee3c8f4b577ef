import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { type openShift, openShiftErrors, shiftMachine, type takeOverShift } from '../contract/shifts.ts'
import { assertNoClaim } from './counter/open-claims.ts'
import { assertWitness, beginCount, endSession, lockHolding } from './counts.ts'
import { openBusinessDate } from './day-close/open.ts'
import { openShiftsOf } from './open-shifts.ts'
import { personOf } from './people.ts'
import { shifts } from './records.ts'

/**
 * Opens the caller's shift at a till, which is counted blind before anything else. Throws CSH-122 for a locked till, CSH-124 while it has a
 * shift, CSH-125 for a second shift, CSH-126 for what is no till, CSH-350 while an earlier day of the unit is open.
 */
export async function open({ tillId }: InputOf<typeof openShift>, ctx: CommandContext): Promise<Ref> {
  const { tx, session, now } = ctx
  const person = await personOf(tx, session)
  const till = await lockHolding(ctx, tillId)
  if (till.kind !== 'TILL' && !(till.kind === 'VAULT' && (await isSingleHanded(tx, till.unit_id))))
    throw new AppError(openShiftErrors.noTill, { till: till.code })
  if (till.status !== 'ACTIVE') throw new AppError(openShiftErrors.tillLocked, { till: till.code })
  await assertFree(tx, person.staffId, tillId)
  const day = await openBusinessDate(tx, till.unit_id, now, session.account)
  // Two indexes keep one live shift a till and a teller, however many are opened at the same moment.
  const { rows } = await sql<{ id: string; version: number; code: string }>`
    insert into cash.shift (code, unit_id, till_id, teller_staff_id, business_date, created_by, created_at, updated_by, updated_at)
    values (cash.next_code('CA', ${day}::date), ${till.unit_id}, ${tillId}, ${person.staffId}, ${day}, ${session.account}, ${now}, ${session.account}, ${now})
    on conflict do nothing returning id, version, code`.execute(tx)
  const [shift] = rows
  if (!shift) {
    await assertFree(tx, person.staffId, tillId)
    throw new Error('a shift was neither opened nor found')
  }
  await beginCount(ctx, person, { holdingId: tillId, reason: 'OPEN', shiftId: shift.id })
  ctx.subject(shifts.subject, shift.id, { after: { code: shift.code, tillCode: till.code, businessDate: day, status: shiftMachine.initial } })
  return { id: shift.id, version: shift.version }
}

async function isSingleHanded(tx: Tx, unitId: string): Promise<boolean> {
  const state = await tx.selectFrom('cash.unit_state').select('single_handed').where('unit_id', '=', unitId).forShare().executeTakeFirst()
  return state?.single_handed === true
}

async function assertFree(tx: Tx, staffId: string, tillId: string): Promise<void> {
  const [own] = await openShiftsOf(tx, { staffIds: [staffId] })
  if (own) throw new AppError(openShiftErrors.secondShift, { shift: own.code, till: own.tillCode })
  const other = await tx
    .selectFrom('cash.shift as s')
    .innerJoin('cash.holding as h', 'h.id', 's.till_id')
    .innerJoin('organisation.staff_directory as d', 'd.id', 's.teller_staff_id')
    .select(['s.code', 'h.code as till', 'd.full_name as name'])
    .where('s.till_id', '=', tillId)
    .where('s.status', '<>', 'CLOSED')
    .executeTakeFirst()
  if (other) throw new AppError(openShiftErrors.tillTaken, { till: other.till, shift: other.code, name: other.name ?? '' })
}

/** A supervisor counts the till of a teller who does not come back, before a witness; whatever count the teller had begun is called off. Throws CSH-637 while the till holds a slip to pay it. */
export async function takeOver({ id, version, witnessId, reason }: InputOf<typeof takeOverShift>, ctx: CommandContext): Promise<Ref> {
  const { tx } = ctx
  const person = await personOf(tx, ctx.session)
  const shift = await shifts.forChange(ctx, { id, version })
  const { till_id: tillId, teller_staff_id: teller, status } = shift.row
  if (status === 'CLOSED') throw new AppError(openShiftErrors.noShift)
  if (teller === person.staffId) throw new AppError(openShiftErrors.notTeller)
  await assertWitness(ctx, person, witnessId, teller)
  await lockHolding(ctx, tillId)
  await assertNoClaim(tx, tillId)
  await endSession(ctx, tillId)
  await beginCount(ctx, person, { holdingId: tillId, reason: 'SHIFT', shiftId: id, witnessId })
  return shifts.update(ctx, shift, { abandoned: true }, { note: { reason } })
}
