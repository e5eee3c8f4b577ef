import { sql } from 'kysely'
import { moveSlips, slipStatusOf, writeSlips } from '#core/cash/server/public.ts'
import type { Accounts, FollowContext, Followed } from '#core/payments/server/public.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { itemsTopic } from '../../contract/machines.ts'
import { type Follow, sourceOf } from './admission.ts'
import { lockById } from './items.ts'

/** A payout with its item and the till of its cash. */
export interface SenderPayout {
  transactionId: string
  itemId: string
  itemCode: string
  excess: boolean
  tillAccountId: string
  office: string
  teller: string
}

export async function payoutsByTransaction(tx: Tx, transactionIds: readonly string[]): Promise<Map<string, SenderPayout>> {
  const { rows } = await sql<SenderPayout>`
    select p.transaction_id as "transactionId", p.item_id as "itemId", i.code as "itemCode", p.excess, h.account_id as "tillAccountId", u.name as office, d.code as teller
    from cob.sender_payout p join cob.item i on i.id = p.item_id join cash.slip s on s.transaction_id = p.transaction_id join cash.holding h on h.id = s.till_id
      join organisation.unit u on u.id = s.unit_id join organisation.staff d on d.id = s.teller_staff_id
    where p.transaction_id = any(${transactionIds}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.transactionId, row]))
}

/** Slips, payouts and items of reports that were stored. Their items were locked when they were admitted. */
export async function followStored(made: readonly (Followed & { follow: unknown })[], ctx: FollowContext): Promise<ReadonlyMap<string, Accounts>> {
  const { tx, now } = ctx
  const taken = await writeSlips(
    tx,
    made.map(({ id, code, amount, businessDate, occurredAt, status, follow }) => {
      const { at, facts, item, excess } = follow as Follow
      const { name, identityType, identityNumber } = facts.payee
      const reached = slipStatusOf(status)
      return {
        ...{ transactionId: id, code, source: sourceOf(item), direction: 'OUT' as const, excess, amount: formatMoney(amount), businessDate, occurredAt },
        status: excess && reached === 'PAID' ? ('EXCESS' as const) : reached,
        ...{ tillId: at.till.id, unitId: at.till.unitId, tellerStaffId: at.tellerStaffId, person: { name, identityType, identityNumber } },
      }
    }),
    ctx,
  )
  const rows = made.map(({ id, amount, status, occurredAt, follow }) => {
    const { item, excess, facts } = follow as Follow
    return { id, item: item.id, amount: formatMoney(amount), stands: status !== 'FAILED', excess, at: occurredAt, paper: facts.paper ?? null }
  })
  await sql`
    insert into cob.sender_payout (transaction_id, item_id, amount, stands, excess, at, paper)
    select r.id, r.item, r.amount, r.stands, r.excess, r.at, r.paper
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (id bigint, item bigint, amount numeric, stands boolean, excess boolean, at timestamptz, paper text) order by r.id`.execute(tx)
  await moveItems(tx, made, now)
  return new Map([...taken].map(([id, till]) => [id, { till }]))
}

/** The same for outcomes. */
export async function followSettled(changes: readonly Followed[], ctx: FollowContext): Promise<void> {
  const { tx, now } = ctx
  const ended = changes.filter(({ status }) => slipStatusOf(status) !== 'CLAIMED')
  if (ended.length === 0) return
  const payouts = await payoutsByTransaction(
    tx,
    ended.map(({ id }) => id),
  )
  await lockById(
    tx,
    [...payouts.values()].map(({ itemId }) => itemId),
  )
  await moveSlips(
    tx,
    ended.map(({ id, status, businessDate }) => ({ transactionId: id, status: slipStatusOf(status), businessDate })),
    ctx,
  )
  await stand(
    tx,
    ended.filter(({ status }) => status === 'FAILED').map(({ id }) => id),
    false,
  )
  await moveItems(tx, ended, now)
}

/** Whether payouts stand: those that came to nothing free their item. */
export async function stand(tx: Tx, transactionIds: readonly string[], stands: boolean): Promise<void> {
  if (transactionIds.length > 0) await sql`update cob.sender_payout set stands = ${stands} where transaction_id = any(${transactionIds}::bigint[])`.execute(tx)
}

/** What items become: paid, or held by a report that does not fit what they owe. A claim changes nothing of them, and neither does its release. */
async function moveItems(tx: Tx, followed: readonly Followed[], now: Date): Promise<void> {
  const payouts = await payoutsByTransaction(
    tx,
    followed.map(({ id }) => id),
  )
  const of = (wanted: (one: Followed, payout: SenderPayout) => boolean) =>
    followed.flatMap((one) => {
      const payout = payouts.get(one.id)
      return payout && wanted(one, payout) ? [{ one, payout }] : []
    })
  await payItems(
    tx,
    of(({ status }, { excess }) => status === 'SUCCEEDED' && !excess).map(({ one, payout }) => ({ id: payout.itemId, at: one.occurredAt, by: payout.teller })),
    now,
  )
  for (const { one, payout } of of(({ status }, { excess }) => excess && (status === 'SUCCEEDED' || status === 'UNKNOWN')))
    await holdItem(tx, payout, `${payout.office}: ${one.code}, ${formatMoney(one.amount)}`, now)
  await publish(tx, { topic: itemsTopic })
}

/** Their senders have the money, whatever became of the items since it was claimed. */
export async function payItems(tx: Tx, paid: readonly { id: string; at: Date; by: string }[], now: Date): Promise<void> {
  if (paid.length === 0) return
  await sql`
    update cob.item i set money_state = 'PAID_OUT', paid_out_at = r.at, updated_by = r.by, updated_at = ${now}, version = i.version + 1
    from json_to_recordset(${JSON.stringify(paid)}::json) as r (id bigint, at timestamptz, by text) where i.id = r.id`.execute(tx)
}

/** Its sender is not paid (again) before somebody has looked at it; a hold that it has already stays as it is. */
export async function holdItem(tx: Tx, { itemId, teller }: Pick<SenderPayout, 'itemId' | 'teller'>, note: string, now: Date): Promise<void> {
  await sql`
    update cob.item set hold_reason = 'PAID_OTHERWISE', hold_note = ${note.slice(0, 500)}, money_state = case money_state when 'PAYABLE' then 'HANDED_IN' else money_state end,
      updated_by = ${teller}, updated_at = ${now}, version = version + 1
    where id = ${itemId} and hold_reason is null and money_state not in ('PAID_OUT', 'WAIVED')`.execute(tx)
}
