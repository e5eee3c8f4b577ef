import { type RawBuilder, sql } from 'kysely'
import { addDays, isoLocal } from '#kernel/dates.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { DayFigures } from '../../contract/day-close/figures.ts'

/** A day whose figures are wanted: everything after the last closed day up to its own date. */
export interface FigureDay {
  dayId: string
  unitId: string
  /** YYYY-MM-DD */
  businessDate: string
}

const LATE_SHOWN = 500

/**
 * The figures of a day as they stand: a fixed number of questions, however many entries it has. Closing is opening and receipts less
 * payments by the balances that the ledger keeps by date, holding by holding.
 */
export async function figuresOf(db: Queryable, day: FigureDay): Promise<DayFigures> {
  const unit = await db.selectFrom('organisation.unit_directory').select(['code', 'name', 'level']).where('id', '=', day.unitId).executeTakeFirstOrThrow()
  const fromDate = await startOf(db, day)
  const holdings = await holdingsOf(db, day, fromDate)
  const kinds = await kindsOf(db, day, fromDate)
  const total = (field: 'opening' | 'closing') => sum(holdings.map((one) => one[field]))
  const side = (sign: 1 | -1) => kinds.filter(({ direction }) => direction === sign).map(({ kind, count, amount }) => ({ kind, count, amount }))
  const [receipts, payments] = [side(1), side(-1)]
  return DayFigures.parse({
    unitCode: unit.code,
    unitName: unit.name,
    unitLevel: unit.level,
    fromDate,
    businessDate: day.businessDate,
    opening: total('opening'),
    received: sum(receipts.map(({ amount }) => amount)),
    paid: sum(payments.map(({ amount }) => amount)),
    closing: total('closing'),
    receipts,
    payments,
    holdings,
    counts: await countsOf(db, day, fromDate),
    transit: await transitOf(db, day),
    late: await lateOf(db, day, fromDate),
    lateUnits: await lateUnitsOf(db, day),
    acknowledged: await acknowledgedOf(db, day),
  })
}

const sum = (amounts: readonly string[]): string => formatMoney(amounts.reduce((all, one) => all + parseMoney(one), 0n))
const rowsOf = async <Row>(db: Queryable, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows

/** The day after the one that was closed before it; the first day of a unit has everything before it. */
async function startOf(db: Queryable, { unitId, businessDate }: FigureDay): Promise<string> {
  const before = await db
    .selectFrom('cash.day_close_run as r')
    .innerJoin('cash.day_close as d', 'd.id', 'r.day_close_id')
    .select('d.business_date')
    .where('d.unit_id', '=', unitId)
    .where('d.business_date', '<', businessDate)
    .orderBy('d.business_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before ? addDays(before.business_date, 1) : businessDate
}

const holdingsOf = (db: Queryable, { unitId, businessDate }: FigureDay, from: string) =>
  rowsOf(
    db,
    sql<Record<'code' | 'name' | 'holdingKind' | 'opening' | 'received' | 'paid' | 'closing', string> & { ceiling: string | null }>`
      select h.code, h.name, h.kind as "holdingKind", coalesce(before.closing, 0)::numeric(20,2)::text as opening,
        coalesce(moved.debit, 0)::numeric(20,2)::text as received, coalesce(moved.credit, 0)::numeric(20,2)::text as paid,
        (coalesce(before.closing, 0) + coalesce(moved.debit, 0) - coalesce(moved.credit, 0))::numeric(20,2)::text as closing, h.ceiling::text as ceiling
      from cash.holding h
      left join lateral (
        select closing from ledger.daily_balance where account_id = h.account_id and business_date < ${from} order by business_date desc limit 1
      ) before on true
      left join lateral (
        select sum(debit) as debit, sum(credit) as credit from ledger.daily_balance
        where account_id = h.account_id and business_date between ${from} and ${businessDate}
      ) moved on true
      where h.unit_id = ${unitId} and h.kind <> 'COURIER'
        and (h.status <> 'CLOSED' or moved.debit is not null or before.closing <> 0)
      order by h.kind desc, h.code`,
  )

/** Entries of the unit's holdings from `from` to the day: found by the versions that the ledger keeps by date. */
const entriesOf = ({ unitId, businessDate }: FigureDay, from: string) => sql`
  select j.id, j.kind, j.description, j.occurred_at, j.business_date, sum(case e.side when 'D' then e.amount else -e.amount end) as net
  from cash.holding h
  cross join lateral (
    select min(first_version) as first, max(last_version) as last from ledger.daily_balance
    where account_id = h.account_id and business_date between ${from} and ${businessDate}
  ) span
  join ledger.entry e on e.account_id = h.account_id and e.account_version between span.first and span.last
  join ledger.journal j on j.id = e.journal_id and j.business_date between ${from} and ${businessDate}
  where h.unit_id = ${unitId} and h.kind <> 'COURIER'
  group by j.id`

const kindsOf = (db: Queryable, day: FigureDay, from: string) =>
  rowsOf(
    db,
    sql<{ kind: string; direction: number; count: number; amount: string }>`
      select m.kind, sign(m.net)::int as direction, count(*)::int as count, sum(abs(m.net))::numeric(20,2)::text as amount
      from (${entriesOf(day, from)}) m where m.net <> 0 group by m.kind, sign(m.net) order by sum(abs(m.net)) desc, m.kind`,
  )

async function lateOf(db: Queryable, day: FigureDay, from: string) {
  const rows = await rowsOf(
    db,
    sql<{ journalId: string; kind: string; description: string; occurredAt: Date; amount: string }>`
      select m.id::text as "journalId", m.kind, m.description, m.occurred_at as "occurredAt", m.net::numeric(20,2)::text as amount
      from (${entriesOf(day, from)}) m
      where (m.occurred_at at time zone 'Asia/Ho_Chi_Minh')::date < m.business_date order by m.id limit ${LATE_SHOWN}`,
  )
  return rows.map((row) => ({ ...row, occurredAt: isoLocal(row.occurredAt) }))
}

async function countsOf(db: Queryable, { unitId, businessDate }: FigureDay, from: string) {
  const rows = await rowsOf(
    db,
    sql<Record<'code' | 'holding' | 'counted' | 'ledgerBalance' | 'variance' | 'countedBy', string> & { countedAt: Date }>`
      select c.code, h.code as holding, c.counted::text as counted, c.ledger_balance::text as "ledgerBalance", c.variance::text as variance,
        coalesce(s.full_name, '') as "countedBy", c.counted_at as "countedAt"
      from cash.count c join cash.holding h on h.id = c.holding_id left join organisation.staff_directory s on s.id = c.counted_by_staff_id
      where c.unit_id = ${unitId} and c.business_date between ${from} and ${businessDate} and c.reason not in ('DISPATCH', 'RECEIPT') order by c.id`,
  )
  return rows.map((row) => ({ ...row, countedAt: isoLocal(row.countedAt) }))
}

async function transitOf(db: Queryable, { unitId }: FigureDay) {
  const rows = await rowsOf(
    db,
    sql<Record<'code' | 'fromUnit' | 'toUnit' | 'amount', string> & { dispatchedAt: Date | null }>`
      select t.code, f.name as "fromUnit", u.name as "toUnit", t.amount::text as amount, t.dispatched_at as "dispatchedAt"
      from cash.treasury_transaction t join organisation.unit_directory f on f.id = t.from_unit_id join organisation.unit_directory u on u.id = t.to_unit_id
      where ${unitId} in (t.from_unit_id, t.to_unit_id) and t.status in ('DISPATCHED', 'DISCREPANCY') order by t.code`,
  )
  return rows.map((row) => ({ ...row, dispatchedAt: row.dispatchedAt && isoLocal(row.dispatchedAt) }))
}

async function lateUnitsOf(db: Queryable, { dayId }: FigureDay) {
  const rows = await rowsOf(
    db,
    sql<Record<'unitCode' | 'unitName' | 'businessDate' | 'reason' | 'namedBy', string> & { arrivedAt: Date | null }>`
      select u.code as "unitCode", u.name as "unitName", l.business_date as "businessDate", l.reason, l.named_by as "namedBy", l.arrived_at as "arrivedAt"
      from cash.day_close_late_unit l join organisation.unit_directory u on u.id = l.unit_id where l.day_close_id = ${dayId} order by u.code, l.business_date`,
  )
  return rows.map((row) => ({ ...row, arrivedAt: row.arrivedAt && isoLocal(row.arrivedAt) }))
}

async function acknowledgedOf(db: Queryable, { dayId }: FigureDay) {
  const rows = await db
    .selectFrom('cash.day_close_acknowledgement')
    .select(['item', 'note', 'acknowledged_by as acknowledgedBy', 'acknowledged_at as acknowledgedAt'])
    .where('day_close_id', '=', dayId)
    .orderBy('acknowledged_at')
    .orderBy('item')
    .execute()
  return rows.map((row) => ({ ...row, acknowledgedAt: isoLocal(row.acknowledgedAt) }))
}
