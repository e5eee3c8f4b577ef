import { sql } from 'kysely'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { CounterPerson } from '../../contract/counter/counter.ts'
import { slipMachine } from '../../contract/counter/slip.ts'
import { type Books, type MadePayout, takeFromCounts } from './counted.ts'
import { FOUND_BY_COUNT, SETTLED_BY_COUNT } from './found-by-count.ts'
import { spendOrders } from './order-use.ts'

export type SlipStatus = 'CLAIMED' | 'UNKNOWN' | 'PAID' | 'RELEASED' | 'EXCESS'

/** What becomes of a slip with its transaction. */
const STATUSES: Readonly<Record<string, Exclude<SlipStatus, 'EXCESS'>>> = { SUCCEEDED: 'PAID', UNKNOWN: 'UNKNOWN', FAILED: 'RELEASED' }
export const slipStatusOf = (status: string): Exclude<SlipStatus, 'EXCESS'> => STATUSES[status] ?? 'CLAIMED'

/** Cash that a counter takes in or pays out, with what it is for. */
export interface SlipInput {
  transactionId: string
  code: string
  /** What it is for, by its plug (sources.ts). */
  source: { kind: string; id: string }
  direction: 'IN' | 'OUT'
  status: SlipStatus
  /** Nothing was owed for it: it never becomes PAID, but EXCESS. */
  excess: boolean
  amount: string
  businessDate: string
  tillId: string
  tellerStaffId: string
  unitId: string
  /** Who brings or fetches it. */
  person: Pick<CounterPerson, 'name' | 'identityType' | 'identityNumber'>
  /** Number of the paper of whom it is owed to, where that is somebody else. */
  owner?: string
  occurredAt: Date
}

/**
 * Writes slips; a second one that counts for the same source is refused by the database. Of payouts whose channel reports them after their till
 * was counted, answers the accounts that their cash comes from in place of the till, by transaction. Called before they are posted.
 */
export async function writeSlips(tx: Tx, slips: readonly SlipInput[], books: Books): Promise<ReadonlyMap<string, string>> {
  if (slips.length === 0) return new Map()
  const rows = slips.map(({ source, person, occurredAt, ...slip }) => ({
    ...slip,
    sourceKind: source.kind,
    sourceId: source.id,
    ...person,
    occurredAt: occurredAt.toISOString(),
    unknownAt: slip.status === 'UNKNOWN' ? occurredAt.toISOString() : null,
  }))
  const written = await sql<MadePayout & { direction: string; status: SlipStatus }>`
    insert into cash.slip (code, transaction_id, source_kind, source_id, direction, status, excess, amount, business_date, till_id, teller_staff_id,
      person_name, identity_type, identity_number, owner_number, occurred_at, unknown_at, unit_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id)
    select r.code, r."transactionId", r."sourceKind", r."sourceId", r.direction, r.status, r.excess, r.amount, r."businessDate", r."tillId", r."tellerStaffId",
      r.name, r."identityType", r."identityNumber", r.owner, r."occurredAt", r."unknownAt", u.id, u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (code text, "transactionId" bigint, "sourceKind" text, "sourceId" text, direction text, status text, excess boolean,
      amount numeric, "businessDate" date, "tillId" bigint, "tellerStaffId" bigint, name text, "identityType" text, "identityNumber" text, owner text, "occurredAt" timestamptz, "unknownAt" timestamptz, "unitId" bigint)
      left join organisation.unit u on u.id = r."unitId" order by r."transactionId"
    returning id, code, amount, transaction_id as "transactionId", till_id as "tillId", direction, status
  `.execute(tx)
  await spendOrders(
    tx,
    slips.filter(({ direction, excess, status }) => direction === 'OUT' && !excess && status !== 'RELEASED').map(({ code }) => code),
  )
  await countCash(
    tx,
    slips.filter(({ status }) => status === 'PAID' || status === 'EXCESS').map(({ transactionId }) => transactionId),
  )
  const made = written.rows.filter(({ direction, status }) => direction === 'OUT' && (status === 'PAID' || status === 'EXCESS'))
  // The slips refer to their tills, which keeps every count of them from being submitted.
  return takeFromCounts(tx, made, books, { held: true })
}

const EVENTS = { PAID: 'pay', UNKNOWN: 'loseTrack', RELEASED: 'release' } as const

/**
 * Moves the slips of these transactions; what is paid now counts among the cash of its person, and is taken from what a count has found where
 * its till was counted while nobody knew. Called before they are posted, with what they are for locked already: a payment locks that before the till.
 */
export async function moveSlips(
  tx: Tx,
  moves: readonly { transactionId: string; status: Exclude<SlipStatus, 'EXCESS'>; businessDate: string }[],
  books: Books,
): Promise<void> {
  const wanted = new Map(moves.map((move) => [move.transactionId, move]))
  const { rows } = await sql<MadePayout & { excess: boolean; direction: string; status: string; unknownAt: Date | null }>`
    select id, code, amount, transaction_id as "transactionId", till_id as "tillId", excess, direction, status, unknown_at as "unknownAt" from cash.slip where transaction_id = any(${[...wanted.keys()]}::bigint[]) order by id
  `.execute(tx)
  // A claim was asked for in an open shift, so its cash was in the till at every count before it, whatever its channel's clock says.
  const made = rows.filter(
    ({ transactionId, direction, status }) => direction === 'OUT' && status === 'UNKNOWN' && wanted.get(transactionId)?.status === 'PAID',
  )
  await takeFromCounts(tx, made, books)
  const fired = rows.flatMap(({ id, transactionId, excess, unknownAt }) => {
    const move = wanted.get(transactionId)
    if (!move || move.status === 'CLAIMED') return []
    const since = move.status === 'UNKNOWN' ? books.now : unknownAt
    const set = { business_date: move.businessDate, unknown_at: since?.toISOString() ?? null }
    return [{ id, event: excess && move.status === 'PAID' ? ('exceed' as const) : EVENTS[move.status], set }]
  })
  await fireMany(tx, slipMachine, 'cash.slip', fired)
  await countCash(
    tx,
    moves.filter(({ status }) => status === 'PAID').map(({ transactionId }) => transactionId),
  )
}

/** Two people have found that the cash of slips which were paid was not handed over: what they were for is owed again, and another slip may pay it. */
export const slipsNotMade = (tx: Tx, transactionIds: readonly string[], now: Date) =>
  sql`update cash.slip set not_made_at = ${now} where transaction_id = any(${transactionIds}::bigint[]) and status = 'PAID'`.execute(tx)

/** Adds slips that were paid to the cash of their people on their days. */
async function countCash(tx: Tx, transactionIds: readonly string[]): Promise<void> {
  if (transactionIds.length === 0) return
  await sql`
    insert into cash.person_day as d (identity_number, business_date, person_name, taken_in, paid_out, slips)
    select identity_number, business_date, max(person_name), coalesce(sum(amount) filter (where direction = 'IN'), 0), coalesce(sum(amount) filter (where direction = 'OUT'), 0), count(*)
    from cash.slip where transaction_id = any(${transactionIds}::bigint[]) group by identity_number, business_date order by 1, 2
    on conflict (identity_number, business_date) do update
      set taken_in = d.taken_in + excluded.taken_in, paid_out = d.paid_out + excluded.paid_out, slips = d.slips + excluded.slips
  `.execute(tx)
}

/**
 * What tills hold, less what is being paid out of them at this moment; in hundredths by till. What was unknown when the till was counted is
 * not in it any more, whatever becomes of it. Locks the tills until the commit, so that claims follow each other.
 */
export async function freeCash(tx: Tx, tillIds: readonly string[]): Promise<Map<string, Hundredths>> {
  const tills = [...new Set(tillIds)]
  await sql`select from cash.holding where id = any(${tills}::bigint[]) order by id for no key update`.execute(tx)
  const { rows } = await sql<{ id: string; free: string }>`
    select h.id, (a.balance - coalesce((select sum(s.amount) from cash.slip s where s.till_id = h.id and (s.status = 'CLAIMED' or s.status = 'UNKNOWN' and not exists (
      select from cash.count c left join cash.variance v on v.count_id = c.id where ${FOUND_BY_COUNT} and ${SETTLED_BY_COUNT}))), 0))::numeric(20,2) as free
    from cash.holding h join ledger.account a on a.id = h.account_id where h.id = any(${tills}::bigint[])
  `.execute(tx)
  return new Map(rows.map(({ id, free }) => [id, parseMoney(free)]))
}

/** Bank balances and cash less what is owed to customers: what may still be paid out without touching what guarantees it. */
export async function guaranteeLeft(db: Queryable): Promise<Hundredths> {
  const { rows } = await sql<{ left: string }>`
    select coalesce(sum(case when c.key in ('MONEY_ORDER_PAYABLE', 'PAYOUT_PAYABLE', 'SENDER_PAYABLE') then -a.balance else a.balance end), 0)::numeric(20,2) as left
    from ledger.chart c join ledger.account a on a.chart_id = c.id
    where c.key in ('CASH_VAULT', 'CASH_TILL', 'CASH_IN_TRANSIT', 'BANK', 'BANK_IN_TRANSIT', 'GUARANTEE', 'MONEY_ORDER_PAYABLE', 'PAYOUT_PAYABLE', 'SENDER_PAYABLE')
  `.execute(db)
  return parseMoney(rows[0]?.left ?? '0')
}
