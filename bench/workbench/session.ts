/** A session of the demo's configuration QR-VCB with as many lines a side as are wanted, matched, as the steps before the workbench leave it. */
import { sql } from 'kysely'
import type { SetupDocument } from '#core/reconciliation/contract/document.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Database } from '#platform/server/database/db.ts'
import { matchSession, refreshCounters } from '../../src/core/reconciliation/server/matching/match.ts'
import { openSession } from '../../src/core/reconciliation/server/sessions/create.ts'
import { fillLines } from '../reconciliation/fill.ts'

/** Days over which `fillLines` spreads the lines. */
const DAYS = 3

/** A session of the configuration over some days before all that it was ever asked about. */
async function newSession(db: Database): Promise<string> {
  const setup = await db.selectFrom('reconciliation.setup').selectAll().where('code', '=', 'QR-VCB').executeTakeFirstOrThrow()
  const { first } = await db
    .selectFrom('reconciliation.session')
    .select(sql<string>`min(from_day)`.as('first'))
    .where('setup_id', '=', setup.id)
    .executeTakeFirstOrThrow()
  const days = { fromDay: addDays(first, -DAYS), toDay: addDays(first, -1) }
  return (await db.transaction().execute((tx) => openSession(tx, setup, days, { by: 'ketoan', at: new Date() }))).id
}

/**
 * The payments that our lines are of, as the gateway would have stored them: settling asks each whether it has changed since it was taken in. Their sums
 * for lists and reports are not made, as nobody reads those here. `owner`: a connection of the role that owns the tables.
 */
async function storePayments(db: Database, owner: Database, id: string, period: string): Promise<void> {
  await sql`select payment.ensure_partitions(${period}::date, ${addDays(period, DAYS)}::date)`.execute(db)
  await sql`alter table payment.transaction disable trigger list_delta_insert, disable trigger report_delta_insert`.execute(owner)
  await sql`
    insert into payment.transaction (id, business_date, code, service, type, channel, direction, status, amount, fee, tax, currency, payer_name, payer_account, payer_bank_bin,
      payee_name, payee_account, payee_bank_bin, memo, merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, external_ref,
      outcome, occurred_at, created_at, updated_at)
    select nextval('payment.transaction_id'), l.day, 'QRX' || lpad(l.no::text, 11, '0'), 'QR', 'PAYMENT', 'QR', 'IN', 'SUCCEEDED', l.amount / 100, 0, 0, 'VND', l.counter_name, l.counter_account, '970436',
      m.settlement_name, m.settlement_account, m.settlement_bank_bin, l.text, m.id, m.head_unit_id, m.province_unit_id, m.district_unit_id, m.office_unit_id,
      s.partner_id, l.reference, '{"code": "00", "message": "OK"}', t.at, t.at, t.at
    from reconciliation.session s join reconciliation.line l on l.session_id = s.id and l.period = s.from_day and l.side = 'O'
    cross join lateral (select (l.day + interval '1 hour' + l.no % 79200 * interval '1 second') at time zone 'Asia/Ho_Chi_Minh' as at) t
    cross join (select * from merchants.merchant order by id limit 1) m where s.id = ${id}`.execute(db)
  await sql`alter table payment.transaction enable trigger list_delta_insert, enable trigger report_delta_insert`.execute(owner)
}

/** A new session with its lines, matched by the rules in force, in place of the jobs that read a statement and our own records. Answers its id. */
export async function makeSession(db: Database, owner: Database, lines: number): Promise<string> {
  const id = await newSession(db)
  const { from_day: period, document } = await db
    .selectFrom('reconciliation.session as s')
    .innerJoin('reconciliation.revision as r', 'r.id', 's.revision_id')
    .select(['s.from_day', 'r.document'])
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow()
  await sql`select reconciliation.ensure_partitions(${period}::date, ${period}::date)`.execute(db)
  await fillLines(db, id, period, lines)
  await storePayments(db, owner, id, period)
  await db.transaction().execute(async (tx) => {
    await matchSession(tx, id, document as unknown as SetupDocument, localDate(new Date()))
    await sql`
      update reconciliation.session s set status = 'REVIEWING', ours_as_of = now(), version = version + 1,
          all_ours = l.ours, all_theirs = l.theirs
        from (select count(*) filter (where side = 'O') as ours, count(*) filter (where side = 'T') as theirs
          from reconciliation.line where session_id = ${id} and period = ${period}) l where s.id = ${id}`.execute(tx)
  })
  return id
}

/** Numbers of lines that agree but for their day, one of each side: the first of them in order. */
export async function pairsByHand(db: Database, id: string, count: number): Promise<{ OURS: number; THEIRS: number }[]> {
  const { rows } = await sql<{ OURS: number; THEIRS: number }>`
    select min(k.no) filter (where k.side = 'O') as "OURS", min(k.no) filter (where k.side = 'T') as "THEIRS"
      from reconciliation.break b join reconciliation.break_line k on k.break_id = b.id
     where b.session_id = ${id} and b.kind = 'DATE' and b.status = 'OPEN' group by b.id order by 1 limit ${count}`.execute(db)
  if (rows.length < count) throw new Error(`${rows.length} pairs to match by hand instead of ${count}`)
  return rows
}

/** Every break that is left is kept pending, as if two people had decided each. */
export async function resolveAll(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      update reconciliation.break set status = 'RESOLVED', resolution = 'ADJUST', reason = 'Chờ xử lý theo biên bản', resolved_by = 'kiemsoat', resolved_at = now(),
          version = version + 1 where session_id = ${id} and status = 'OPEN'`.execute(tx)
    await refreshCounters(tx, id)
  })
}
