import { sql } from 'kysely'
import type { Accounts, Booked, FollowContext, Followed, StoredTransaction } from '#core/payments/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { depositErrors } from '../../contract/deposit-errors.ts'
import { itemsTopic } from '../../contract/machines.ts'
import { slipMachine } from '../../contract/tktt.ts'
import { requireUnpaid } from '../payouts/under-way.ts'
import type { Follow } from './admission.ts'
import { freeOf, lockDebtors, lockOwed, type OwedItem, type Share, shareOut } from './owed.ts'
import { accountsFor } from './postings.ts'

type Stored = Followed & { follow: unknown }

/** Deposits that were stored: whose they are, and the items of each: shared out when the money has come, else claimed until it is known. */
export async function followStored(made: readonly Stored[], { tx, now }: FollowContext): Promise<ReadonlyMap<string, Accounts>> {
  const deposits = made.map(({ follow, ...one }) => ({ ...one, ...(follow as Follow) }))
  await sql`
    insert into cob.deposit_account (transaction_id, courier_id, till_account_id)
    select r.id, r.courier, r.till from json_to_recordset(${JSON.stringify(deposits.map(({ id, courier, tillAccountId }) => ({ id, courier: courier.id, till: tillAccountId })))}::json)
      as r (id bigint, courier bigint, till bigint)`.execute(tx)
  const owed = await lockOwed(tx, { couriers: deposits.map(({ courier }) => courier.id), codes: deposits.flatMap(({ items }) => items) })
  const accounts = new Map<string, Accounts>()
  const lines: Line[] = []
  for (const { id, code, status, amount, courier, tillAccountId, items, paper } of deposits) {
    const named = new Set(items)
    const mine = { courierId: courier.id, paper: paper ?? code }
    const ids = new Set(owed.filter((item) => named.has(item.code)).map((item) => item.id))
    if (status === 'SUCCEEDED') {
      const { left } = take(owed, mine, ids, amount, lines, id)
      accounts.set(id, accountsFor({ courier: courier.accountId, till: tillAccountId, surplus: left }))
    } else if (status !== 'FAILED') claim(owed, mine, ids, lines, id)
  }
  await writeLines(tx, lines)
  await writeClaims(tx, deposits, lines, now)
  return accounts
}

export interface Line extends Omit<Share, 'amount'> {
  transactionId: string
  amount: Hundredths | null
}

type Mine = { courierId: string; paper: string }

/** Shares an amount out over what the postman owes just now; the next deposit of the same group finds that much less. */
function take(owed: readonly OwedItem[], { courierId, paper }: Mine, named: ReadonlySet<string>, amount: Hundredths, lines: Line[], transactionId: string) {
  const { shares, left } = shareOut(amount, freeOf(owed, courierId, paper), named)
  for (const share of shares) {
    share.item.open -= share.amount
    lines.push({ ...share, transactionId })
  }
  return { left }
}

function claim(owed: readonly OwedItem[], { courierId, paper }: Mine, named: ReadonlySet<string>, lines: Line[], transactionId: string): void {
  for (const item of freeOf(owed, courierId, paper))
    if (named.has(item.id)) {
      item.claim = paper
      lines.push({ item, named: true, expected: item.open, amount: null, transactionId })
    }
}

async function writeLines(tx: Tx, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(({ transactionId, item, named, expected, amount }, at) => ({
    ...{ id: transactionId, item: item.id, position: at + 1, named },
    ...{ expected: formatMoney(expected), amount: amount === null ? null : formatMoney(amount) },
  }))
  await sql`
    insert into cob.deposit_line (transaction_id, item_id, position, named, expected, amount)
    select r.id, r.item, r.position, r.named, r.expected, r.amount from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id bigint, item bigint, position integer, named boolean, expected numeric, amount numeric)
    on conflict (transaction_id, item_id) do update set expected = excluded.expected, amount = excluded.amount`.execute(tx)
}

/** Claims what is under way; those that a hand-in has made before stay its own until it ends. */
async function writeClaims(tx: Tx, deposits: readonly { id: string; code: string; paper: string | null }[], lines: readonly Line[], at: Date): Promise<void> {
  const papers = new Map(deposits.map(({ id, code, paper }) => [id, paper ?? code]))
  const rows = lines.flatMap(({ transactionId, item, amount }) => (amount === null ? [{ item: item.id, paper: papers.get(transactionId) }] : []))
  if (rows.length === 0) return
  await sql`
    insert into cob.claim (item_id, paper, at) select r.item, r.paper, ${at} from json_to_recordset(${JSON.stringify(rows)}::json) as r (item bigint, paper text)
    on conflict (item_id) do nothing`.execute(tx)
}

interface Standing {
  id: string
  paper: string
  courierId: string
  named: string[]
}

/** What outcomes make of deposits: the money is shared out, or their items are free again. */
export async function followSettled(changes: readonly Followed[], { tx, now }: FollowContext): Promise<void> {
  const ended = changes.filter(({ type, status }) => type === 'COLLECTION' && (status === 'SUCCEEDED' || status === 'FAILED'))
  if (ended.length === 0) return
  const { rows } = await sql<Standing>`
    select d.id, coalesce(d.paper, k.code) as paper, a.courier_id as "courierId",
      array(select l.item_id::text from cob.deposit_line l where l.transaction_id = d.id order by l.position) as named
    from cob.deposit d join cob.deposit_account a on a.transaction_id = d.id join payment.transaction_key k on k.transaction_id = d.id
    where d.id = any(${ended.map(({ id }) => id)}::bigint[])`.execute(tx)
  const standing = new Map(rows.map((row) => [row.id, row]))
  await lockDebtors(tx, { ids: rows.map(({ courierId }) => courierId) })
  const owed = await lockOwed(tx, { couriers: rows.map(({ courierId }) => courierId), ids: rows.flatMap(({ named }) => named) })
  const lines: Line[] = []
  for (const { id, status, amount } of ended) {
    const one = standing.get(id)
    if (!one) throw new Error(`no deposit ${id}`)
    if (status === 'SUCCEEDED') take(owed, one, new Set(one.named), amount, lines, id)
  }
  await writeLines(tx, lines)
  await sql`update cob.deposit_line set amount = 0 where amount is null and transaction_id = any(${ended.map(({ id }) => id)}::bigint[])`.execute(tx)
  await sql`delete from cob.claim where paper = any(${rows.map(({ paper }) => paper)}::text[])`.execute(tx)
  await followSlips(tx, ended, now)
}

/** Bank slips follow what their bank says of their deposits; one that somebody has decided on stands as decided. */
async function followSlips(tx: Tx, ended: readonly Followed[], now: Date): Promise<void> {
  const status = new Map(ended.map((one) => [one.id, one.status]))
  const { rows } = await sql<{ id: string; status: string; transactionId: string }>`
    select id, status, transaction_id as "transactionId" from cob.bank_slip
    where transaction_id = any(${[...status.keys()]}::bigint[]) and status in ('ENTERED', 'MISMATCH') order by id for no key update`.execute(tx)
  const moves = rows.flatMap((slip) => {
    const paid = status.get(slip.transactionId) === 'SUCCEEDED'
    const event = paid ? (slip.status === 'ENTERED' ? 'confirm' : 'resolve') : slip.status === 'ENTERED' ? 'refuse' : undefined
    return event === undefined ? [] : [{ id: slip.id, event, set: { updated_at: now, updated_by: 'gateway' } } as const]
  })
  await fireMany(tx, slipMachine, 'cob.bank_slip', moves)
}

/** The accounts of deposits, or of what gives one back through its partner. */
export async function accountsOf(tx: Tx, transactions: readonly StoredTransaction[]): Promise<Accounts[]> {
  const { rows } = await sql<{ id: string; courier: string; till: string | null; shared: string }>`
    select t.id, c.account_id as courier, a.till_account_id as till, coalesce((select sum(l.amount) from cob.deposit_line l where l.transaction_id = a.transaction_id), 0)::numeric(20,2) as shared
    from unnest(${transactions.map(({ id }) => id)}::bigint[]) t (id) left join payment.partner_refund r on r.refund_id = t.id
      join cob.deposit_account a on a.transaction_id = coalesce(r.parent_id, t.id) join cob.courier c on c.id = a.courier_id`.execute(tx)
  const found = new Map(rows.map((row) => [row.id, row]))
  return transactions.map(({ id, amount }) => {
    const row = found.get(id)
    return row ? accountsFor({ courier: row.courier, till: row.till, surplus: amount - parseMoney(row.shared) }) : {}
  })
}

/** Positions, items and sums of deposits, with the journals that they were posted by. */
export async function followBooked(booked: readonly Booked[], { tx, now }: { tx: Tx; now: Date }): Promise<void> {
  const paid = booked.filter(({ event }) => event === 'paid')
  const back = booked.filter(({ event }) => event === 'cancelled' || event === 'refunded')
  if (paid.length > 0) {
    await bringIn(tx, await broughtBy(tx, paid), now)
    await countLines(
      tx,
      paid.map(({ id }) => id),
    )
  }
  if (back.length > 0) await giveBack(tx, await broughtBy(tx, back), now)
  await publish(tx, { topic: itemsTopic })
}

/** What a deposit has brought of an item, and the journal that it was posted by. */
export interface Brought {
  itemId: string
  courierId: string
  amount: string
  journalId: string
  businessDate: string
}

async function broughtBy(tx: Tx, booked: readonly Booked[]): Promise<Brought[]> {
  const rows = booked.map(({ id, journalId, businessDate }) => ({ id, journal: journalId, day: businessDate }))
  const { rows: lines } = await sql<Brought>`
    select l.item_id as "itemId", a.courier_id as "courierId", l.amount, r.journal as "journalId", r.day as "businessDate"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, journal bigint, day date)
      join cob.deposit_account a on a.transaction_id = r.id join cob.deposit_line l on l.transaction_id = r.id where l.amount > 0`.execute(tx)
  return lines
}

/** For SQL: what was brought, as `l (item_id, courier_id, amount, journal, day)`. */
const linesOf = (brought: readonly Brought[]) => sql`(
  select r."itemId" as item_id, r."courierId" as courier_id, r.amount, r."journalId" as journal, r."businessDate" as day
  from json_to_recordset(${JSON.stringify(brought)}::json) as r ("itemId" bigint, "courierId" bigint, amount numeric, "journalId" bigint, "businessDate" date)) l`

/** A position for each line, of the office and due day of its collection. */
async function writePositions(tx: Tx, brought: readonly Brought[], kind: 'HAND_IN' | 'ADJUST', now: Date): Promise<void> {
  const made = await sql`
    insert into cob.position (courier_id, item_id, key_account_id, kind, amount, business_date, due_on, journal_id, unit_id, at)
    select l.courier_id, l.item_id, c.key_account_id, ${kind}, case ${kind} when 'HAND_IN' then -l.amount else l.amount end, l.day, c.due_on, l.journal, c.unit_id, ${now}::timestamptz
    from ${linesOf(brought)} cross join lateral (
      select p.key_account_id, p.due_on, p.unit_id from cob.position p where p.item_id = l.item_id and p.courier_id = l.courier_id and p.kind = 'COLLECT' order by p.id desc limit 1) c`.execute(
    tx,
  )
  // What a postman gives without having taken it would leave the books without the debt that they pay.
  if (Number(made.numAffectedRows) !== brought.length) throw new Error('an item without its collection is handed in')
}

/** Positions and items of what deposits have brought. */
export async function bringIn(tx: Tx, brought: readonly Brought[], now: Date): Promise<void> {
  await writePositions(tx, brought, 'HAND_IN', now)
  await sql`
    update cob.item i set handed_in_amount = i.handed_in_amount + l.amount, handed_in_at = case when i.handed_in_amount + l.amount = i.collected_amount then ${now}::timestamptz end,
      money_state = case when i.handed_in_amount + l.amount < i.collected_amount then 'PARTIAL'
        when i.delivery_state = 'DELIVERED' and i.hold_reason is null then 'PAYABLE' else 'HANDED_IN' end,
      updated_by = 'deposits', updated_at = ${now}, version = i.version + 1
    from (select l.item_id, sum(l.amount) as amount from ${linesOf(brought)} group by l.item_id) l where i.id = l.item_id`.execute(tx)
}

/** What deposits keep of their lines. */
export async function countLines(tx: Tx, ids: readonly string[]): Promise<void> {
  // Their days first: with them the planner leaves out all other months.
  const { rows } = await sql<{ day: string }>`
    select distinct business_date as day from payment.transaction_key where transaction_id = any(${[...ids]}::bigint[])`.execute(tx)
  const days = rows.map(({ day }) => day)
  await sql`
    update cob.deposit d set item_count = l.items, surplus = t.amount - l.amount
    from (select k.id, count(l.item_id) filter (where l.amount > 0) as items, coalesce(sum(l.amount), 0) as amount
      from unnest(${[...ids]}::bigint[]) k (id) left join cob.deposit_line l on l.transaction_id = k.id group by k.id) l, payment.transaction t
    where d.id = l.id and d.business_date = any(${days}::date[]) and t.id = d.id and t.business_date = any(${days}::date[])`.execute(tx)
}

async function giveBack(tx: Tx, back: readonly Brought[], now: Date): Promise<void> {
  await writePositions(tx, back, 'ADJUST', now)
  await sql`
    update cob.item i set handed_in_amount = i.handed_in_amount - l.amount, handed_in_at = null,
      money_state = case when i.money_state = 'PAID_OUT' then i.money_state when i.handed_in_amount = l.amount then 'COLLECTED' else 'PARTIAL' end, updated_by = 'deposits', updated_at = ${now}, version = i.version + 1
    from (select l.item_id, sum(l.amount) as amount from ${linesOf(back)} group by l.item_id) l
    where i.id = l.item_id`.execute(tx)
}

/** Throws COB-133 when its surplus has paid later collections, COB-112 or COB-612 when an item of a deposit is paid out, or about to be, or was given back to its receiver; its postman and items stay locked. */
export async function cancellable(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ courierId: string; items: string[]; used: boolean }>`
    select a.courier_id as "courierId", array(select l.item_id::text from cob.deposit_line l where l.transaction_id = a.transaction_id and l.amount > 0) as items,
      exists (select from cob.deposit d where d.id = a.transaction_id and d.surplus_used > 0) as used
    from cob.deposit_account a where a.transaction_id = ${id}`.execute(tx)
  const [deposit] = rows
  if (!deposit) return
  if (deposit.used) throw new AppError(depositErrors.surplusUsed)
  await lockDebtors(tx, { ids: [deposit.courierId] })
  await lockOwed(tx, { couriers: [], ids: deposit.items })
  // A statement locks the items that it takes, so none comes to stand in one from here on.
  const { rows: settled } = await sql<{ code: string }>`
    select code from cob.item i where id = any(${deposit.items}::bigint[])
      and (money_state = 'PAID_OUT' or refunded_at is not null or exists (select from cob.settlement_line l where l.item_id = i.id and l.released_at is null)) order by id limit 1`.execute(
    tx,
  )
  if (settled[0]) throw new AppError(depositErrors.settled, { item: settled[0].code })
  await requireUnpaid(tx, deposit.items)
}
