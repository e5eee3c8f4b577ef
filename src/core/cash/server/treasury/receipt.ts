import { post } from '#core/ledger/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { worthOf } from '../../contract/denominations.ts'
import { treasuryErrors } from '../../contract/treasury/errors.ts'
import type { callOffReceipt, confirmDeposit, receiveTreasury, returnTreasury, startReceipt } from '../../contract/treasury/steps.ts'
import { isTill, type TreasuryStatus, treasuryTopic } from '../../contract/treasury/transaction.ts'
import { counterDates } from '../business-date.ts'
import { type CashPerson, personOf } from '../people.ts'
import { journalOf, move } from './postings.ts'
import { holdingOf, requireEnd, requireKeeper, requireState, type SeenTreasury, treasury } from './record.ts'
import { keepCount } from './rules.ts'

type Received = Ref & { status: TreasuryStatus }

/** From here on nothing shows the counter what was sent. Whoever else answers for the vault by then may take it over. */
export async function start({ id, version }: InputOf<typeof startReceipt>, ctx: CommandContext): Promise<Ref> {
  const seen = await treasury.forChange(ctx, { id, version })
  const actor = await receiverOf(seen, ctx)
  if (seen.row.to_holding_id === null || isTill(seen.row.kind as never)) throw new AppError(treasuryErrors.wrongKind)
  const set = { receiving_user_id: ctx.session.userId, receiving_by_staff_id: actor.staffId, receiving_by_name: actor.name, receiving_at: ctx.now }
  const ref = await treasury.fire(ctx, seen, 'startReceipt', { set, note: { receivedBy: actor.name } })
  await publish(ctx.tx, { topic: treasuryTopic })
  return ref
}

/** Ends the count of somebody else who will not finish it. Throws CSH-063 to its counter, CSH-051 where nobody counts. */
export async function callOff({ id, version, reason }: InputOf<typeof callOffReceipt>, ctx: CommandContext): Promise<Ref> {
  const seen = await treasury.forChange(ctx, { id, version })
  const { row } = seen
  await requireEnd(ctx, row.to_unit_id)
  if (row.receiving_user_id === null) throw new AppError(treasuryErrors.notStarted)
  if (row.receiving_user_id === ctx.session.userId) throw new AppError(treasuryErrors.ownReceipt)
  const set = { receiving_user_id: null, receiving_by_staff_id: null, receiving_by_name: null, receiving_at: null }
  const ref = await treasury.fire(ctx, seen, 'callOffReceipt', { set, note: { receiptCalledOff: reason } })
  await publish(ctx.tx, { topic: treasuryTopic })
  return ref
}

/** The count of the bag as it was found. */
export async function receive({ id, version, pieces, sealIntact, note = '' }: InputOf<typeof receiveTreasury>, ctx: CommandContext): Promise<Received> {
  const seen = await treasury.forChange(ctx, { id, version })
  const { row } = seen
  const actor = await receiverOf(seen, ctx)
  if (row.receiving_by_staff_id === null) throw new AppError(treasuryErrors.notStarted)
  if (row.receiving_by_staff_id !== actor.staffId) throw new AppError(treasuryErrors.othersReceipt, { name: row.receiving_by_name ?? '' })
  const day = await dayOf(ctx, row.to_unit_id, row.dispatched_on)
  const words = sealIntact ? note : [BROKEN_SEAL, note].filter(Boolean).join('. ')
  const receipt_count_id = await keepCount(ctx.tx, row.code, {
    holdingId: row.courier_holding_id as string,
    unitId: row.to_unit_id,
    reason: 'RECEIPT',
    businessDate: day,
    expected: parseMoney(row.amount),
    pieces,
    note: words.slice(0, 500),
    staffId: actor.staffId,
    at: ctx.now,
    by: ctx.session.account,
  })
  return arrived(ctx, seen, { actor, day, found: worthOf(pieces), set: { receipt_count_id, receiving_user_id: null } })
}

const BROKEN_SEAL = 'Niêm phong không còn nguyên'

/** The bank has taken the cash. Its counting is not ours: what it says is a fact. */
export async function deposited({ id, version, amount, bankReference }: InputOf<typeof confirmDeposit>, ctx: CommandContext): Promise<Received> {
  const seen = await treasury.forChange(ctx, { id, version })
  const { row } = seen
  requireState(row, 'receive')
  if (row.kind !== 'BANK_DEPOSIT') throw new AppError(treasuryErrors.wrongKind)
  await requireEnd(ctx, row.to_unit_id)
  const actor = await personOf(ctx.tx, ctx.session)
  requireOther(row, actor)
  const day = await dayOf(ctx, row.to_unit_id, row.dispatched_on)
  return arrived(ctx, seen, { actor, day, found: parseMoney(amount), set: { bank_reference: bankReference } })
}

/** The bag came back: the sender counts it, and a difference is decided as on any receipt. */
export async function takeBack({ id, version, pieces, reason }: InputOf<typeof returnTreasury>, ctx: CommandContext): Promise<Received> {
  const seen = await treasury.forChange(ctx, { id, version })
  const { row } = seen
  requireState(row, 'return')
  if (row.from_holding_id === null || isTill(row.kind as never)) throw new AppError(treasuryErrors.wrongKind)
  await requireEnd(ctx, row.from_unit_id)
  const actor = await personOf(ctx.tx, ctx.session)
  const courier = await holdingOf(ctx.tx, row.courier_holding_id)
  if (courier.staffId === actor.staffId) throw new AppError(treasuryErrors.courierEnds)
  await requireKeeper(ctx.tx, await holdingOf(ctx.tx, row.from_holding_id), actor)
  const day = await dayOf(ctx, row.from_unit_id, row.dispatched_on)
  const receipt_count_id = await keepCount(ctx.tx, row.code, {
    holdingId: courier.id,
    unitId: row.from_unit_id,
    reason: 'RECEIPT',
    businessDate: day,
    expected: parseMoney(row.amount),
    pieces,
    note: reason,
    staffId: actor.staffId,
    at: ctx.now,
    by: ctx.session.account,
  })
  return arrived(ctx, seen, { actor, day, found: worthOf(pieces), set: { receipt_count_id, goes_back: true, end_reason: reason, receiving_user_id: null } })
}

interface Arrival {
  actor: CashPerson
  day: string
  found: Hundredths
  set: Parameters<typeof treasury.fire>[3] extends infer M | undefined ? (M extends { set?: infer S } ? S : never) : never
}

/** As sent: it goes to the receiver. Otherwise nothing leaves the courier before two people have decided. */
async function arrived(ctx: CommandContext, seen: SeenTreasury, { actor, day, found, set }: Arrival): Promise<Received> {
  const { tx, now } = ctx
  const { row } = seen
  const amount = parseMoney(row.amount)
  const back = set?.goes_back === true
  const event = found !== amount ? 'differ' : back ? 'return' : 'receive'
  const facts = {
    received_amount: formatMoney(found),
    received_by_staff_id: actor.staffId,
    received_by_name: actor.name,
    received_at: now,
    received_on: day,
    ...set,
  }
  const ref = await treasury.fire(ctx, seen, event, { set: facts })
  await publish(tx, { topic: treasuryTopic })
  const status = event === 'differ' ? 'DISCREPANCY' : back ? 'RETURNED' : 'RECEIVED'
  if (event === 'differ') return { ...ref, status }
  const courier = await holdingOf(tx, row.courier_holding_id)
  const unitId = back ? row.from_unit_id : row.to_unit_id
  const target = await targetOf(ctx, row, back)
  const words = back ? 'Nhập lại quỹ tiền bị trả về' : row.kind === 'BANK_DEPOSIT' ? 'Nộp tiền vào ngân hàng' : 'Nhập quỹ từ người áp tải'
  const entries = move(target, courier.accountId, amount)
  await post(tx, journalOf(row, { step: back ? 'returned' : 'received', words, day, at: now, unitId, entries }))
  return { ...ref, status }
}

/** The account that takes in what arrives. */
export async function targetOf({ tx }: Pick<CommandContext, 'tx'>, row: SeenTreasury['row'], back: boolean): Promise<string> {
  const holdingId = back ? row.from_holding_id : row.to_holding_id
  return holdingId === null ? (row.bank_account_id as string) : (await holdingOf(tx, holdingId)).accountId
}

/** The day that a receipt counts for: that of the unit, never before the dispatch. */
export async function dayOf({ tx, now }: Pick<CommandContext, 'tx' | 'now'>, unitId: string, dispatchedOn: string | null): Promise<string> {
  const day = (await counterDates(tx, [unitId], localDate(now))).get(unitId) as string
  return dispatchedOn !== null && dispatchedOn > day ? dispatchedOn : day
}

/** Who answers for the receiving vault, and neither sent the bag nor carried it. */
async function receiverOf({ row }: SeenTreasury, ctx: CommandContext): Promise<CashPerson> {
  requireState(row, 'receive')
  await requireEnd(ctx, row.to_unit_id)
  const actor = await personOf(ctx.tx, ctx.session)
  requireOther(row, actor)
  const courier = await holdingOf(ctx.tx, row.courier_holding_id)
  if (courier.staffId === actor.staffId) throw new AppError(treasuryErrors.courierEnds)
  if (row.to_holding_id !== null) await requireKeeper(ctx.tx, await holdingOf(ctx.tx, row.to_holding_id), actor)
  return actor
}

function requireOther(row: SeenTreasury['row'], { staffId }: CashPerson): void {
  if (row.dispatched_by_staff_id === staffId) throw new AppError(treasuryErrors.sameEnds)
}
