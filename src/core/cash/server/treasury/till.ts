import { post } from '#core/ledger/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refuseField } from '#platform/server/refusals.ts'
import { worthOf } from '../../contract/denominations.ts'
import { treasuryErrors } from '../../contract/treasury/errors.ts'
import type { confirmTill, handOverTill, refuseTill, TillMovement } from '../../contract/treasury/till.ts'
import { type TillKind, treasuryTopic } from '../../contract/treasury/transaction.ts'
import { blindHoldings } from '../blind.ts'
import { counterDates } from '../business-date.ts'
import { personOf } from '../people.ts'
import { vaultOf, writePieces } from './draft.ts'
import { piecesOf } from './pieces.ts'
import { journalOf, move } from './postings.ts'
import { hiddenFrom, holdingOf, keptBy, lockedHoldings, nextCode, requireEnd, requireKeeper, type SeenTreasury, treasury, unitName } from './record.ts'
import { requireActive, requireBelowCeiling, requireFunds } from './rules.ts'

/** States of a shift in which its till takes cash, and in which it gives it back: also after its closing count. */
const OPEN: Record<TillKind, readonly string[]> = { TILL_ISSUE: ['OPEN'], TILL_RETURN: ['OPEN', 'COUNTED'] }

/** The giver hands over: the keeper of the vault to the teller of a shift, or the teller back. Posted when the other has confirmed. */
export async function handOver({ kind, shiftId, pieces }: InputOf<typeof handOverTill>, ctx: CommandContext): Promise<Ref & { code: string }> {
  const { tx, now, language } = ctx
  const amount = worthOf(pieces)
  if (amount === 0n) refuseField('pieces', 'moneyPositive', language)
  const actor = await personOf(ctx.tx, ctx.session)
  const shift = await tx.selectFrom('cash.shift').selectAll().where('id', '=', shiftId).forUpdate().executeTakeFirst()
  if (!shift) throw new AppError(errors.notFound)
  await requireEnd(ctx, shift.unit_id)
  if (!OPEN[kind].includes(shift.status)) throw new AppError(treasuryErrors.shift)
  if (kind === 'TILL_RETURN' && shift.teller_staff_id !== actor.staffId) throw new AppError(treasuryErrors.othersShift)
  if (kind === 'TILL_ISSUE' && shift.teller_staff_id === actor.staffId) throw new AppError(treasuryErrors.sameEnds)
  const state = await tx.selectFrom('cash.unit_state').select('single_handed').where('unit_id', '=', shift.unit_id).executeTakeFirst()
  if (state?.single_handed) throw new AppError(treasuryErrors.singleHanded, { unit: await unitName(tx, shift.unit_id) })
  const { id: vaultId } = await vaultOf(tx, shift.unit_id)
  const locked = await lockedHoldings(tx, [vaultId, shift.till_id])
  const [vault, till] = [locked(vaultId), locked(shift.till_id)]
  if (kind === 'TILL_ISSUE') await requireKeeper(tx, vault, actor)
  const [from, to] = kind === 'TILL_ISSUE' ? [vault, till] : [till, vault]
  requireActive(from)
  requireActive(to)
  requireFunds(from, amount, language, (await blindHoldings(tx, actor.staffId)).holdings.has(from.id))
  await requireBelowCeiling(tx, to, amount, language)
  const day = (await counterDates(tx, [shift.unit_id], localDate(now))).get(shift.unit_id) as string
  const code = await nextCode(tx, localDate(now))
  const ref = await treasury.insert(
    ctx,
    {
      code,
      kind,
      from_unit_id: shift.unit_id,
      to_unit_id: shift.unit_id,
      from_holding_id: from.id,
      to_holding_id: to.id,
      shift_id: shiftId,
      amount: formatMoney(amount),
      planned_on: day,
      dispatched_by_staff_id: actor.staffId,
      dispatched_by_name: actor.name,
      dispatched_at: now,
      dispatched_on: day,
      created_by: ctx.session.account,
      created_at: now,
    },
    { to: 'DISPATCHED', children: ({ id }) => writePieces(tx, id, pieces) },
  )
  await publish(tx, { topic: treasuryTopic })
  return { ...ref, code }
}

/** The taker confirms the same amount; both are named, and it is posted. */
export async function confirm({ id, version }: InputOf<typeof confirmTill>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, language } = ctx
  const seen = await handover(ctx, { id, version })
  const { row } = seen
  const actor = await personOf(ctx.tx, ctx.session)
  if (row.dispatched_by_staff_id === actor.staffId) throw new AppError(treasuryErrors.sameEnds)
  const shift = await tx
    .selectFrom('cash.shift')
    .select(['status', 'teller_staff_id'])
    .where('id', '=', row.shift_id as string)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!OPEN[row.kind as TillKind].includes(shift.status)) throw new AppError(treasuryErrors.shift)
  if (row.kind === 'TILL_ISSUE' && shift.teller_staff_id !== actor.staffId) throw new AppError(treasuryErrors.othersShift)
  const amount = parseMoney(row.amount)
  const [from, to] = [await holdingOf(tx, row.from_holding_id), await holdingOf(tx, row.to_holding_id)]
  if (row.kind === 'TILL_RETURN') await requireKeeper(tx, to, actor)
  requireFunds(from, amount, language, true)
  const day = (await counterDates(tx, [row.to_unit_id], localDate(now))).get(row.to_unit_id) as string
  const set = { received_amount: row.amount, received_by_staff_id: actor.staffId, received_by_name: actor.name, received_at: now, received_on: day }
  const ref = await treasury.fire(ctx, seen, 'receive', { set: { ...set, dispatched_on: day } })
  await publish(tx, { topic: treasuryTopic })
  const words = row.kind === 'TILL_ISSUE' ? 'Tiếp quỹ cho quầy' : 'Quầy trả tiền về quỹ chính'
  await post(tx, journalOf(row, { step: 'till', words, day, at: now, unitId: row.to_unit_id, entries: move(to.accountId, from.accountId, amount) }))
  return ref
}

/** Given back by the one who took it in hand, or taken back by the giver: nothing was posted yet. */
export async function refuse({ id, version, reason }: InputOf<typeof refuseTill>, ctx: CommandContext): Promise<Ref> {
  const seen = await handover(ctx, { id, version })
  await requireEnd(ctx, seen.row.to_unit_id)
  const actor = await personOf(ctx.tx, ctx.session)
  const shift = await ctx.tx
    .selectFrom('cash.shift')
    .select('teller_staff_id')
    .where('id', '=', seen.row.shift_id as string)
    .executeTakeFirstOrThrow()
  if (![seen.row.dispatched_by_staff_id, shift.teller_staff_id].includes(actor.staffId)) {
    if (seen.row.kind === 'TILL_ISSUE') throw new AppError(treasuryErrors.othersShift)
    await requireKeeper(ctx.tx, await holdingOf(ctx.tx, seen.row.to_holding_id), actor)
  }
  const ref = await treasury.fire(ctx, seen, 'return', { set: { end_reason: reason } })
  await publish(ctx.tx, { topic: treasuryTopic })
  return ref
}

async function handover(ctx: CommandContext, at: Ref): Promise<SeenTreasury> {
  const seen = await treasury.forChange(ctx, at)
  if (seen.row.shift_id === null) throw new AppError(treasuryErrors.wrongKind)
  await requireEnd(ctx, seen.row.to_unit_id)
  return seen
}

/** What moved between the vault and the till of a shift, in order; for the screen of the shift and its checks. */
export async function tillMovements(db: Queryable, shiftId: string, reader: { userId: string; staffId: string | null }): Promise<TillMovement[]> {
  const rows = await db
    .selectFrom('cash.treasury_transaction as t')
    .innerJoin('cash.shift as s', 's.id', 't.shift_id')
    .select(['t.id', 't.code', 't.kind', 't.status', 't.amount', 't.version', 't.dispatched_by_staff_id as giver', 's.teller_staff_id as teller'])
    .select(['t.dispatched_by_name as givenBy', 't.dispatched_at as givenAt', 't.received_by_name as takenBy', 't.received_at as takenAt'])
    .select([hiddenFrom(reader.userId).as('hidden'), keptBy('t.to_holding_id', reader.userId).as('keeps')])
    .where('t.shift_id', '=', shiftId)
    .orderBy('t.id')
    .execute()
  const pieces = await piecesOf(db, { planned: rows.map(({ id }) => id) })
  return rows.map(({ giver, teller, kind, status, givenAt, takenAt, givenBy, hidden, keeps, ...row }) => ({
    ...row,
    kind: kind as TillKind,
    status: status as TillMovement['status'],
    amount: hidden ? null : row.amount,
    pieces: hidden ? [] : (pieces.get(row.id) ?? []),
    givenBy: givenBy ?? '',
    givenAt: isoLocal(givenAt as Date),
    takenAt: takenAt && isoLocal(takenAt),
    mayConfirm: status === 'DISPATCHED' && reader.staffId !== null && reader.staffId !== giver && (kind === 'TILL_RETURN' ? keeps : reader.staffId === teller),
  }))
}
