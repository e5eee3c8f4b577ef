import { post } from '#core/ledger/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney } from '#kernel/money.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { treasuryErrors } from '../../contract/treasury/errors.ts'
import type { dispatchTreasury } from '../../contract/treasury/steps.ts'
import { treasuryTopic } from '../../contract/treasury/transaction.ts'
import { blindHoldings } from '../blind.ts'
import { counterDates } from '../business-date.ts'
import { personOf } from '../people.ts'
import { courierOf } from './draft.ts'
import { journalOf, move } from './postings.ts'
import { lockedHoldings, requireEnd, requireKeeper, requireState, treasury } from './record.ts'
import { keepCount, requireActive, requireBelowCeiling, requireFunds, requireNewSeal, requireWorth } from './rules.ts'

/** Cash leaves the vault (or the bank) and lies with the courier. */
export async function dispatch(input: InputOf<typeof dispatchTreasury>, ctx: CommandContext): Promise<Ref> {
  const { id, version, pieces, sealNumber, vehicle, bankReference, note = '' } = input
  const { tx, now, language, session } = ctx
  const seen = await treasury.forChange(ctx, { id, version })
  const { row } = seen
  requireState(row, 'dispatch')
  const amount = parseMoney(row.amount)
  await requireEnd(ctx, row.from_unit_id)
  const actor = await personOf(ctx.tx, ctx.session)
  const courierId = input.courierId === undefined ? row.courier_holding_id : await courierOf(tx, input.courierId)
  if (courierId === null) throw new AppError(treasuryErrors.noCourier)
  const { from_holding_id: fromId, to_holding_id: toId } = row
  const locked = await lockedHoldings(
    tx,
    [courierId, fromId, toId].filter((one) => one !== null),
  )
  const courier = locked(courierId)
  const source = fromId === null ? null : locked(fromId)
  if (source) await requireKeeper(tx, source, actor)
  requireActive(courier)
  if (courier.staffId === actor.staffId && source) throw new AppError(treasuryErrors.courierEnds)
  requireWorth(pieces, amount, language)
  if (row.kind === 'BANK_WITHDRAWAL' && !bankReference) throw new AppError(treasuryErrors.reference)
  await requireBelowCeiling(tx, courier, amount, language)
  if (toId !== null) await requireBelowCeiling(tx, locked(toId), amount, language)
  if (source) {
    requireActive(source)
    requireFunds(source, amount, language, (await blindHoldings(tx, actor.staffId)).holdings.has(source.id))
  }
  await requireNewSeal(tx, sealNumber, row)
  const day = (await counterDates(tx, [row.from_unit_id], localDate(now))).get(row.from_unit_id) as string
  const count = { reason: 'DISPATCH', businessDate: day, expected: amount, pieces, note, staffId: actor.staffId, at: now, by: session.account } as const
  const countId = await keepCount(tx, row.code, { ...count, holdingId: source?.id ?? courier.id, unitId: row.from_unit_id })
  const set = {
    courier_holding_id: courier.id,
    seal_number: sealNumber,
    vehicle: vehicle ?? null,
    ...(bankReference ? { bank_reference: bankReference } : {}),
    dispatched_by_staff_id: actor.staffId,
    dispatched_by_name: actor.name,
    dispatched_at: now,
    dispatched_on: day,
    dispatch_count_id: countId,
  }
  const ref = await treasury.fire(ctx, seen, 'dispatch', { set })
  await publish(tx, { topic: treasuryTopic })
  const from = source?.accountId ?? (row.bank_account_id as string)
  const words = row.kind === 'BANK_WITHDRAWAL' ? 'Rút tiền ngân hàng' : 'Xuất quỹ giao người áp tải'
  await post(tx, journalOf(row, { step: 'dispatched', words, day, at: now, unitId: row.from_unit_id, entries: move(courier.accountId, from, amount) }))
  return ref
}
