import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney, showMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { type RowOf, stampOf } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { type CountLine, type CountReason, type cancelCount, countErrors, type startCount, type submitCount } from '../contract/counts.ts'
import { openShiftErrors } from '../contract/shifts.ts'
import { counterDates } from './business-date.ts'
import { assertNoClaim } from './counter/open-claims.ts'
import { dayToClose } from './day-close/open.ts'
import { holdings } from './holding-changes.ts'
import { type CashPerson, personOf } from './people.ts'
import { shifts, variances } from './records.ts'

export interface Session {
  holdingId: string
  reason: Exclude<CountReason, 'DISPATCH' | 'RECEIPT'>
  shiftId?: string | null
  witnessId?: string | null
}

/** The holding of the caller's scope, locked against another count and a decision about the last one. Throws SYS-404. */
export async function lockHolding(ctx: CommandContext, id: string): Promise<RowOf<'cash.holding'>> {
  return (await holdings.forChange(ctx, { id })).row
}

/**
 * Begins a count of a locked holding: from here on its figures are hidden from the counter. Throws CSH-141 while somebody else counts it,
 * CSH-142 while the caller counts another, CSH-143 while a variance of it waits for a decision.
 */
export async function beginCount(ctx: CommandContext, person: CashPerson, { holdingId, reason, shiftId = null, witnessId = null }: Session): Promise<string> {
  const { tx, session, now } = ctx
  const waiting = await tx
    .selectFrom('cash.variance as v')
    .innerJoin('cash.count as c', 'c.id', 'v.count_id')
    .select('c.code')
    .where('v.holding_id', '=', holdingId)
    .where('v.status', '=', 'PENDING')
    .executeTakeFirst()
  if (waiting) throw new AppError(countErrors.varianceWaits, { count: waiting.code })
  const { rows } = await sql<{ id: string }>`
    insert into cash.count_session (holding_id, reason, shift_id, counter_staff_id, counter_user_id, witness_staff_id, started_at)
    values (${holdingId}, ${reason}, ${shiftId}, ${person.staffId}, ${session.userId}, ${witnessId}, ${now}) on conflict do nothing returning id`.execute(tx)
  if (rows[0]) return rows[0].id
  throw await alreadyCounting(tx, holdingId, session.userId)
}

async function alreadyCounting(tx: Tx, holdingId: string, userId: string): Promise<AppError> {
  const open = await tx
    .selectFrom('cash.count_session as s')
    .innerJoin('cash.holding as h', 'h.id', 's.holding_id')
    .innerJoin('organisation.staff_directory as d', 'd.id', 's.counter_staff_id')
    .select(['s.holding_id', 's.counter_user_id', 'h.code', 'd.full_name as name'])
    .where('s.ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('s.holding_id', '=', holdingId), eb('s.counter_user_id', '=', userId)]))
    .execute()
  const own = open.find(({ counter_user_id }) => counter_user_id === userId)
  const shown = own ?? open[0]
  return new AppError(own ? countErrors.countingElsewhere : countErrors.counted, { code: shown?.code ?? '', name: shown?.name ?? '' })
}

/** A shift that is not closed, of the holding, locked for the rest of the transaction. */
async function lockShift(tx: Tx, holdingId: string) {
  return tx.selectFrom('cash.shift').selectAll().where('till_id', '=', holdingId).where('status', '<>', 'CLOSED').forUpdate().executeTakeFirst()
}

export async function start({ holdingId, reason, witnessId }: InputOf<typeof startCount>, ctx: CommandContext): Promise<OutputOf<typeof startCount>> {
  const { tx } = ctx
  const person = await personOf(tx, ctx.session)
  const shift = await lockShift(tx, holdingId)
  const holding = await lockHolding(ctx, holdingId)
  if (holding.status === 'CLOSED') throw new AppError(countErrors.holdingClosed, { code: holding.code })
  const witness = await witnessOf(ctx, person, reason, witnessId, shift?.teller_staff_id ?? holding.staff_id)
  if (reason === 'SHIFT') {
    await assertOwnShift(tx, person, shift)
    await assertNoClaim(tx, holdingId)
  }
  if (reason === 'DAY' && shift) throw new AppError(countErrors.shiftHolding, { code: holding.code })
  const id = await beginCount(ctx, person, { holdingId, reason, shiftId: shift?.id ?? null, witnessId: witness })
  ctx.subject(holdings.subject, holdingId, { after: { countReason: reason } })
  return { id }
}

async function assertOwnShift(tx: Tx, person: CashPerson, shift: Awaited<ReturnType<typeof lockShift>>): Promise<void> {
  if (!shift) throw new AppError(openShiftErrors.noShift)
  if (shift.teller_staff_id !== person.staffId) {
    const teller = await tx.selectFrom('organisation.staff_directory').select('full_name').where('id', '=', shift.teller_staff_id).executeTakeFirst()
    throw new AppError(openShiftErrors.countOfOthersShift, { shift: shift.code, name: teller?.full_name ?? '' })
  }
  if (shift.status === 'OPENING') throw new AppError(errors.state, {}, { data: { status: shift.status } })
}

/** A spot check is made by somebody else, before the eyes of who holds the cash. */
async function witnessOf(ctx: CommandContext, person: CashPerson, reason: string, given: string | undefined, holder: string | null): Promise<string | null> {
  if (reason === 'SPOT' && holder === person.staffId) throw new AppError(countErrors.ownHolding)
  const witness = given ?? (reason === 'SPOT' ? holder : null)
  if (witness === null) {
    if (reason === 'SPOT') throw refusedField('witnessId', countErrors.witnessNeeded, ctx.language)
    return null
  }
  await assertWitness(ctx, person, witness)
  return witness
}

/** Throws CSH-149 for the counter, the teller whose shift is closed in their place, and who does not work within the caller's scope. */
export async function assertWitness({ scope, language }: CommandContext, person: CashPerson, witnessId: string, absent?: string): Promise<void> {
  const found = await scope
    .selectFrom('organisation.staff as s')
    .select('s.id')
    .where('s.id', '=', witnessId)
    .where('s.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!found || witnessId === person.staffId || witnessId === absent) throw refusedField('witnessId', countErrors.witnessSelf, language)
}

/** Đồng of the counted pieces; throws CSH-144 to CSH-146 at the line that is wrong. */
function sumOf(lines: readonly CountLine[], ctx: CommandContext): bigint {
  const seen = new Set<number>()
  let sum = 0n
  for (const [at, { denomination, pieces }] of lines.entries()) {
    const field = `lines.${at}.pieces`
    if (pieces < 0) throw refusedField(field, countErrors.piecesNegative, ctx.language)
    if (!Number.isInteger(pieces)) throw refusedField(field, countErrors.piecesFraction, ctx.language)
    if (seen.has(denomination))
      throw refusedField(`lines.${at}.denomination`, countErrors.denominationTwice, ctx.language, {
        denomination: showMoney(String(denomination), ctx.language, 0),
      })
    seen.add(denomination)
    sum += BigInt(denomination) * BigInt(pieces) * 100n
  }
  return sum
}

type Submitted = OutputOf<typeof submitCount>

/** Ends the caller's count: what was counted, what the ledger says at this very moment, and the difference, which somebody has to explain. */
export async function submit({ sessionId, lines, note = '' }: InputOf<typeof submitCount>, ctx: CommandContext): Promise<Submitted> {
  const { tx, now, session } = ctx
  const counted = sumOf(lines, ctx)
  const under = await tx
    .selectFrom('cash.count_session')
    .select(['id', 'holding_id', 'shift_id', 'reason', 'counter_staff_id', 'witness_staff_id'])
    .where('id', '=', sessionId)
    .where('counter_user_id', '=', session.userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!under) throw new AppError(countErrors.notCounting)
  // First the shift, then the holding, its session and the account: the order of every other command.
  const shift =
    under.shift_id === null ? undefined : await tx.selectFrom('cash.shift').selectAll().where('id', '=', under.shift_id).forUpdate().executeTakeFirst()
  const holding = await lockHolding(ctx, under.holding_id)
  const ended = await tx.updateTable('cash.count_session').set({ ended_at: now }).where('id', '=', under.id).where('ended_at', 'is', null).executeTakeFirst()
  if (ended.numUpdatedRows === 0n) throw new AppError(countErrors.notCounting)
  const day = shift && under.reason !== 'SPOT' ? shift.business_date : await dayOf(ctx, under.reason, holding.unit_id)
  const replaced = await supersede(ctx, holding.id)
  const account = await tx
    .selectFrom('ledger.account')
    .select(['balance', 'version'])
    .where('id', '=', holding.account_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: string; code: string }>`
    insert into cash.count (code, holding_id, unit_id, reason, business_date, shift_id, recount_of_id, counted, ledger_balance, account_version, note,
      counted_by_staff_id, witness_staff_id, counted_at, created_by)
    values (cash.next_code('KQ', ${day}::date), ${holding.id}, ${holding.unit_id}, ${under.reason}, ${day}, ${under.shift_id}, ${replaced}, ${formatMoney(counted)},
      ${account.balance}, ${account.version}, ${note}, ${under.counter_staff_id}, ${under.witness_staff_id}, ${now}, ${session.account})
    returning id, code`.execute(tx)
  const { id, code } = rows[0] as { id: string; code: string }
  const pieces = lines.filter((line) => line.pieces > 0).map((line) => ({ count_id: id, ...line }))
  if (pieces.length > 0) await tx.insertInto('cash.count_line').values(pieces).execute()
  await tx.updateTable('cash.count_session').set({ count_id: id }).where('id', '=', under.id).execute()
  const variance = counted - parseMoney(account.balance)
  if (variance !== 0n)
    await sql`
      insert into cash.variance (count_id, holding_id, unit_id, amount, created_by, updated_by, created_at, updated_at)
      values (${id}, ${holding.id}, ${holding.unit_id}, ${formatMoney(variance)}, ${session.account}, ${session.account}, ${now}, ${now})`.execute(tx)
  if (shift) await moveShift(ctx, shift, under.reason, variance === 0n)
  ctx.subject('cash.count', id, { after: { code, reason: under.reason, holdingCode: holding.code } })
  const figures = { counted: formatMoney(counted), ledgerBalance: account.balance, variance: formatMoney(variance) }
  return { id, code, ...figures, shiftId: under.reason === 'SPOT' ? null : under.shift_id }
}

/** The end of a day belongs to the day that is still to be closed; a spot check to the one that the unit works in. */
async function dayOf({ tx, now, session }: CommandContext, reason: string, unitId: string): Promise<string> {
  if (reason === 'DAY') return dayToClose(tx, unitId, now, session.account)
  return (await counterDates(tx, [unitId], localDate(now))).get(unitId) ?? localDate(now)
}

/** A new count takes the place of an unexplained variance: its difference is in the new one again. Answers the count that was counted anew. */
async function supersede(ctx: CommandContext, holdingId: string): Promise<string | null> {
  const { tx } = ctx
  const open = await tx.selectFrom('cash.variance').select('id').where('holding_id', '=', holdingId).where('status', '=', 'OPEN').executeTakeFirst()
  if (!open) return null
  return (await variances.save(tx, stampOf(ctx), await variances.lock(tx, open), {}, 'supersede')).count_id
}

/** The opening count opens the shift; that of its end closes it, or leaves it counted until the variance is decided. */
async function moveShift(ctx: CommandContext, shift: RowOf<'cash.shift'>, reason: string, even: boolean): Promise<void> {
  const { tx, now } = ctx
  const stamp = stampOf(ctx)
  if (reason === 'OPEN') await shifts.save(tx, stamp, shift, { opened_at: now }, 'open')
  if (reason !== 'SHIFT') return
  const counted = shift.status === 'COUNTED' ? shift : await shifts.save(tx, stamp, shift, {}, 'count')
  if (even) await shifts.save(tx, stamp, counted, { closed_at: now }, 'close')
}

/** Ends the count of somebody else who will not finish it. Throws CSH-152 to its counter, SYS-404 where nobody counts. */
export async function cancel({ holdingId, reason }: InputOf<typeof cancelCount>, ctx: CommandContext): Promise<OutputOf<typeof cancelCount>> {
  const holding = await lockHolding(ctx, holdingId)
  await endSession(ctx, holding.id, true)
  ctx.subject(holdings.subject, holding.id, { after: { countCancelled: reason } })
  return { id: holding.id }
}

/** Calls off the count of a holding, if there is one; `needed`: throws SYS-404 where there is none. */
export async function endSession({ tx, now, session }: CommandContext, holdingId: string, needed = false): Promise<void> {
  const open = await tx
    .selectFrom('cash.count_session')
    .select(['id', 'counter_user_id'])
    .where('holding_id', '=', holdingId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!open && needed) throw new AppError(errors.notFound)
  if (open?.counter_user_id === session.userId) throw new AppError(countErrors.cancelOwn)
  if (open) await tx.updateTable('cash.count_session').set({ ended_at: now }).where('id', '=', open.id).execute()
}
