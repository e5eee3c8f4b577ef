import { sql } from 'kysely'
import { post } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { type HeldAccount, openDayOf, serviceAccounts } from './records.ts'

interface Found {
  itemId: string
  itemCode: string
  settlementId: string
  reason: 'RETURNED' | 'SMALLER'
  amount: string
}

/**
 * Makes debts of what a key account was paid for items that have come back since, or of which less was collected than it was paid; the account is held.
 * What came back is booked here: its receiver is owed it. A smaller collection is booked with its correction. Answers how many debts were made.
 */
export async function raiseRecoveries(tx: Tx, account: HeldAccount, at: Date): Promise<number> {
  const { rows } = await sql<Found>`
    select x.item_id as "itemId", x.code as "itemCode", x.settlement_id as "settlementId", x.reason, (x.paid - x.rightful - x.raised)::numeric(20,2)::text as amount from (
      select l.item_id, i.code, l.settlement_id, l.cod as paid,
        case when i.delivery_state = 'RETURNED' then 'RETURNED' else 'SMALLER' end as reason,
        case when i.delivery_state = 'RETURNED' then 0 else i.collected_amount end as rightful,
        coalesce((select sum(r.amount) from cob.recovery r where r.item_id = l.item_id), 0) as raised
      from cob.item i join cob.settlement_line l on l.item_id = i.id and l.released_at is null and l.part = 'COLLECTED'
        join cob.settlement s on s.id = l.settlement_id and s.status in ('PAID', 'CARRIED', 'MERGED')
      where i.key_account_id = ${account.id} and i.money_state = 'PAID_OUT' and i.marks <> '{}' and (i.delivery_state = 'RETURNED' or i.collected_amount < l.cod)
    ) x where x.paid > x.rightful + x.raised order by x.item_id`.execute(tx)
  for (const found of rows) await raise(tx, account, found, at)
  return rows.length
}

async function raise(tx: Tx, { id, code, accountId }: HeldAccount, { itemId, itemCode, settlementId, reason, amount }: Found, at: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into cob.recovery (key_account_id, item_id, settlement_id, reason, amount, at, journal_id)
    values (${id}, ${itemId}, ${settlementId}, ${reason}, ${amount}, ${at}, ${reason === 'RETURNED' ? await booked() : null}) returning id`.execute(tx)
  if (!rows[0]) throw new Error(`no recovery of ${itemCode}`)

  async function booked(): Promise<string> {
    const { returnedPaid } = await serviceAccounts(tx, 'returnedPaid')
    const { journalId } = await post(tx, {
      ...{
        businessKey: `cod-recovery:${itemId}:${settlementId}`,
        kind: 'COD_RECOVERY',
        service: 'COD',
        businessDate: await openDayOf(tx, localDate(at)),
        occurredAt: at,
      },
      ...{ description: `Phải thu lại ${code}: bưu gửi ${itemCode} đã chi, đã hoàn`, sourceType: 'cob.item', sourceId: itemId },
      entries: [
        { accountId, side: 'D', amount: parseMoney(amount) },
        { accountId: returnedPaid, side: 'C', amount: parseMoney(amount) },
      ],
    })
    return journalId
  }
}

/** Takes what is open, the oldest first, up to what there is to take it from; the key account is held, so that nothing is taken twice. */
export async function deduct(tx: Tx, keyAccountId: string, settlementId: string, available: Hundredths): Promise<Hundredths> {
  const { rows } = await sql<{ id: string; left: string }>`
    select id, (amount - recovered)::numeric(20,2)::text as left from cob.recovery where key_account_id = ${keyAccountId} and recovered < amount order by id for update`.execute(
    tx,
  )
  let left = available
  for (const { id, left: open } of rows) {
    if (left <= 0n) break
    const owed = parseMoney(open)
    let taken = left
    if (owed < left) taken = owed
    await sql`update cob.recovery set recovered = recovered + ${formatMoney(taken)} where id = ${id}`.execute(tx)
    await sql`insert into cob.settlement_deduction (settlement_id, recovery_id, amount) values (${settlementId}, ${id}, ${formatMoney(taken)})`.execute(tx)
    left -= taken
  }
  return available > 0n ? available - left : 0n
}
