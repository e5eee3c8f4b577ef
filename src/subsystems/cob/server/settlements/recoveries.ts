import { sql } from 'kysely'
import { post } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { type HeldAccount, openDayOf, serviceAccounts } from './records.ts'

interface Found {
  itemId: string
  itemCode: string
  settlementId: string
  amount: string
}

/** Items `i` that were paid by the line `l` of the statement `s` and have come back since, as far as that is not on paper yet. */
const unraised = sql`
  cob.item i join cob.settlement_line l on l.item_id = i.id and l.released_at is null and l.part = 'COLLECTED'
    join cob.settlement s on s.id = l.settlement_id and s.status in ('PAID', 'CARRIED', 'MERGED')
    cross join lateral (select coalesce(sum(r.amount), 0) as raised from cob.recovery r where r.item_id = i.id) r
  where i.key_account_id is not null and i.money_state = 'PAID_OUT' and i.marks <> '{}' and i.delivery_state = 'RETURNED' and l.cod > r.raised`

/** The items of a key account that it will owe; for whoever locks them. */
export const itemsToRecover = (keyAccountId: string) => sql`select i.id from ${unraised} and i.key_account_id = ${keyAccountId}`

/** Key accounts that owe something which is not on paper yet, whatever their state: what one was paid does not become its own by being suspended. */
export async function accountsToRecover(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct i.key_account_id as id from ${unraised} order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Makes debts of what a key account was paid for items that have come back since; the account is held, and the items are locked before anything is
 * posted, as by the feed. It is booked here: the receiver is owed it. Answers how many debts were made.
 */
export async function raiseRecoveries(tx: Tx, account: HeldAccount, at: Date): Promise<number> {
  await sql`select from cob.item where id in (${itemsToRecover(account.id)}) order by id for no key update`.execute(tx)
  const { rows } = await sql<Found>`
    select i.id as "itemId", i.code as "itemCode", l.settlement_id as "settlementId", (l.cod - r.raised)::numeric(20,2)::text as amount
      from ${unraised} and i.key_account_id = ${account.id} order by i.id`.execute(tx)
  for (const found of rows) await raise(tx, account, found, at)
  return rows.length
}

async function raise(tx: Tx, { id, code, accountId }: HeldAccount, { itemId, itemCode, settlementId, amount }: Found, at: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into cob.recovery (key_account_id, item_id, settlement_id, reason, amount, at, journal_id)
    values (${id}, ${itemId}, ${settlementId}, 'RETURNED', ${amount}, ${at}, ${await booked()}) returning id`.execute(tx)
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
