/** A database with scoped rows all over the country, and who may see which of them. */
import { localDate } from '#kernel/dates.ts'
import { ownersOf, type Registry } from '#platform/server/http/registry.ts'
import type { ScopeGrant, UnitRef } from '#platform/server/session/session.ts'
import type { TestRuntime } from './app.ts'
import { fillApps } from './scoped-apps.ts'
import { fillCash } from './scoped-cash.ts'
import { fillCob } from './scoped-cob.ts'
import { fillCodSettlements } from './scoped-cod-settlements.ts'
import { fillCodes } from './scoped-codes.ts'
import { fillCounter } from './scoped-counter.ts'
import { fillDeposits } from './scoped-deposits.ts'
import { fillIssuances } from './scoped-issuances.ts'
import { fillLedger } from './scoped-ledger.ts'
import { fillPayouts } from './scoped-payouts.ts'
import { fillReconciliation } from './scoped-reconciliation.ts'
import { fillSettlements } from './scoped-settlements.ts'

/** A whole number from 0 to below the given one. */
export type Chance = (below: number) => number

/** A repeatable source of chance. */
export function chance(seed: number): Chance {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A row with what decides who sees it. */
export interface Owned {
  id: string
  path: (string | null)[]
  partner: string | null
  user: string | null
  /** Its own texts that no other row of any scoped table has; none of what a directory tells everybody. */
  marks: string[]
}

export interface ScopedWorld {
  units: UnitRef[]
  partners: string[]
  users: string[]
  /** Rows of every scoped table, by its name; a table of a later migration is among them. */
  rows: ReadonlyMap<string, Owned[]>
}

/** Fills the database of a test and reads back every table that has units. */
export async function scopedWorld(runtime: TestRuntime, registry: Pick<Registry, 'modules'>): Promise<ScopedWorld> {
  const { owner } = runtime.database
  const today = localDate(runtime.clock.now())
  await fill(runtime.database, today)
  await fillCash(runtime.database, today)
  await fillCounter(runtime.database, today)
  await fillApps(runtime.database)
  await fillLedger(runtime.database, today)
  await fillCob(runtime.database, today)
  await fillDeposits(runtime.database, today)
  await fillIssuances(runtime.database)
  await fillCodSettlements(runtime.database, today)
  await fillPayouts(runtime.database, today)
  await fillCodes(runtime.database)
  await fillSettlements(runtime.database)
  await fillReconciliation(runtime.database)
  const ids = async (table: string): Promise<string[]> => (await owner.query(`select id from ${table} order by id`)).rows.map(({ id }) => id)
  const owners: Record<string, string | undefined> = ownersOf(registry)
  const rows = new Map<string, Owned[]>()
  const everybodys = new Set<unknown>()
  for (const { table, partner, told } of await scopedTables(owner)) {
    const user = owners[table]
    const { rows: found } = await owner.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) || jsonb_build_object('id', t.id::text, '_path', array[head_unit_id::text, province_unit_id::text, district_unit_id::text, office_unit_id::text],
        '_partner', ${partner ? 'partner_id::text' : 'null'}, '_user', ${user ? `${user}::text` : 'null'}) as row from ${table} t order by t.id`,
    )
    for (const { row } of found) for (const column of told) everybodys.add(row[column])
    rows.set(
      table,
      found.map(({ row }) => ({
        id: String(row.id),
        path: row._path as string[],
        partner: row._partner as string | null,
        user: row._user as string | null,
        marks: Object.entries(row).flatMap(([column, value]) =>
          typeof value === 'string' && !column.startsWith('_') && !told.includes(column) ? [value] : [],
        ),
      })),
    )
  }
  keepOwnMarks(rows, everybodys)
  return {
    units: (await owner.query('select id, level from organisation.unit order by id')).rows,
    partners: await ids('organisation.partner'),
    users: await ids('iam.user_account'),
    rows,
  }
}

/** Codes, that is: letters and digits, long enough not to stand in an answer by chance, of one row alone, and told by no directory: a row may repeat the code of another. */
function keepOwnMarks(rows: ReadonlyMap<string, Owned[]>, everybodys: ReadonlySet<unknown>): void {
  const all = [...rows.values()].flat()
  const times = new Map<string, number>()
  for (const { marks } of all) for (const mark of new Set(marks)) times.set(mark, (times.get(mark) ?? 0) + 1)
  for (const row of all) row.marks = row.marks.filter((mark) => /^[A-Z]{2,}[A-Z0-9-]*\d+$/.test(mark) && times.get(mark) === 1 && !everybodys.has(mark))
}

async function scopedTables(owner: TestRuntime['database']['owner']): Promise<{ table: string; partner: boolean; told: string[] }[]> {
  const { rows } = await owner.query(`
    select c.oid::regclass::text as table,
      exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'partner_id') as partner,
      coalesce((select array_agg(d.attname::text) from pg_class v join pg_attribute d on d.attrelid = v.oid and d.attnum > 0
        where v.relkind = 'v' and v.relname = c.relname || '_directory' and v.relnamespace = c.relnamespace), '{}') as told
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'province_unit_id'
    where c.relkind in ('r', 'p') and not c.relispartition
      -- Sums have no rows of anybody: kept.property.test.ts asks that each person reads those of their own rows.
      and exists (select from pg_attribute i where i.attrelid = c.oid and i.attname = 'id') order by 1`)
  return rows
}

/** Shops, payments and requests all over the country, put in by the owner of the tables. */
async function fill({ owner }: TestRuntime['database'], today: string): Promise<void> {
  await owner.query(`
        with place as (select *, row_number() over (order by md5(id::text)) as n from organisation.unit limit 60),
      account as (insert into ledger.account (code, name, class, normal_side, chart_id) select 'RLS-' || n, 'x', 'LIABILITY', 'C', (select id from ledger.chart where key = 'MERCHANT_PAYABLE') from place returning id, code)
    insert into merchants.merchant (code, name, unit_id, head_unit_id, payable_account_id, settlement_bank_bin, settlement_account, settlement_name)
    select 'M' || p.n, 'Shop ' || p.n, p.id, p.head_unit_id, a.id, '970436', '1', 'X' from place p join account a on a.code = 'RLS-' || p.n`)
  await owner.query(
    `with p as (select id, row_number() over (order by id) - 1 as n, count(*) over () as many from organisation.partner),
      place as (select *, row_number() over (order by md5(id::text)) - 1 as n, count(*) over () as many from organisation.unit),
      keys as (insert into payment.transaction_key (code, external_ref, partner_id, business_date, request_hash, received_status)
        select 'QR' || g, 'R' || g, p.id, $1::date - g % 50, sha256(g::text::bytea), 'SUCCEEDED' from generate_series(1, 400) g join p on p.n = g % p.many returning *)
    insert into payment.transaction (id, business_date, code, service, type, channel, direction, status, amount, fee, tax, fee_source, fee_code, fee_revision, currency, payer_name, payer_account, payee_name, payee_account,
      merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, external_ref, outcome, occurred_at)
    select k.transaction_id, k.business_date, k.code, 'QR', 'PAYMENT', 'QR', 'IN', 'SUCCEEDED', 1000, 1, 0, 'PRODUCT_POLICY', 'QR-FEES', 1, 'VND', 'A', '1', 'B', '2',
      m.id, u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id, k.partner_id, k.external_ref,
      json_build_object('status', 'SUCCEEDED', 'code', '00', 'message', 'OK', 'occurredAt', k.business_date || 'T00:01:00.000+07:00'), (k.business_date + interval '1 minute') at time zone 'Asia/Ho_Chi_Minh'
    from keys k join place u on u.n = k.transaction_id * 7 % u.many
    join (select id, row_number() over (order by id) - 1 as n, count(*) over () as many from merchants.merchant) m on m.n = k.transaction_id % m.many`,
    [today],
  )
  await owner.query(`
    insert into approvals.request (kind, subject_type, subject_id, subject_code, subject_version, payload, payload_sha256, before, after, row_impact, tier, decide_permission, reason,
      maker_id, maker_account, maker_name, asked_at, expires_at, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id)
    select 'QR_REFUND', 'payment.transaction', t.id::text, 'RQ' || t.code, 0, '{}', sha256('x'), '{}', '{}', 1, 1, 'o2o/approvals/view', 'vì', u.id, u.account, u.full_name, now(), now() + interval '1 day',
      t.head_unit_id, t.province_unit_id, t.district_unit_id, t.office_unit_id, t.partner_id
    from (select *, row_number() over (order by id) as n from payment.transaction order by id limit 90) t
    join (select *, row_number() over (order by id) - 1 as n, count(*) over () as many from iam.user_account) u on u.n = t.n % u.many`)
  await owner.query(`
    insert into cutoff.period (code, service, unit_id, granularity, starts_on, head_unit_id) select 'PERIOD-' || id, 'QR', id, 'MONTH', date_trunc('month', now() - interval '20 days'), head_unit_id from organisation.unit;
    insert into controls.alert (rule, severity, unit_id, opened_at, last_seen_at, rows, amount) select 'TRIAL_BALANCE', 'HIGH', id, now(), now(), 1, id from organisation.unit;
    insert into incident.incident (code, desk, category_id, priority, description, channel, reporter_kind, reporter_name, assignee_id, created_by, created_at, updated_by,
        head_unit_id, province_unit_id, district_unit_id, office_unit_id)
      select 'SV-' || g.id, case when g.n % 5 in (2, 3) then 'QR' when g.n % 5 = 4 then 'COB' else 'CFM' end, c.id, 'NORMAL', 'Chưa nhận được tiền', 'PHONE', 'CUSTOMER', 'Người báo ' || g.id, u.id, 'probe', now(), 'probe',
        g.head_unit_id, g.province_unit_id, g.district_unit_id, g.office_unit_id
      from (select *, row_number() over (order by id) as n from organisation.unit) g join incident.category c on c.code = 'OTHER'
      left join (select *, row_number() over (order by id) - 1 as n, count(*) over () as many from iam.user_account) u on g.n % 3 > 0 and u.n = g.n % u.many;
    insert into incident.incident_subject (incident_id, type, subject_id, code, added_at, added_by)
      select i.id, 'payment.transaction', (1 + (i.id * 7 + k) % 150)::text, 'RECORD-' || k, now(), 'probe' from incident.incident i, generate_series(0, 40) k;
    insert into incident.calendar (fingerprint, spans, holidays, known_at) values ('probe', '[]', '{}', now());
    insert into incident.clock (incident_id, kind, partner_id, state, allowance_ms, due_at, calendar_version)
      select i.id, 'PARTNER', p.id, 'RUNNING', 3600000, now() + interval '1 day', c.version from incident.incident i
        join (select id, row_number() over (order by id) - 1 as n, count(*) over () as many from organisation.partner) p on p.n = i.id % p.many
        join incident.calendar c on c.fingerprint = 'probe';
    insert into incident.clock_interval (clock_id, seq, started_at) select id, 1, now() from incident.clock;
    insert into assignment.rule (business, unit_id, allowed, valid_from, updated_by, updated_at) select 'QR', id, true, '2020-01-01', 'probe', now() from organisation.unit;
    insert into organisation.staff (code, full_name, unit_id) select 'ST-' || n, 'Staff ' || n, id from (select id, row_number() over (order by md5(id::text)) as n from organisation.unit) u where n <= 150;
    insert into organisation.staff (code, full_name, partner_id) select 'SP-' || id, 'Staff of ' || code, id from organisation.partner`)
}

/** Said once more, in words of its own: who may see a row. */
export function maySee(grant: ScopeGrant, row: Owned): boolean {
  const deepest = row.path.findLast((id) => id !== null)
  switch (grant.kind) {
    case 'ALL':
      return true
    case 'UNITS':
      return grant.units.some(({ id }) => row.path.includes(id))
    case 'UNIT_AND_BELOW':
      return row.path.includes(grant.unit.id)
    case 'UNIT':
      return deepest === grant.unit.id
    case 'SELF':
      return row.user === grant.userId
    case 'PARTNER':
      return row.partner === grant.partnerId
  }
}

/** Any scope but ALL; mostly one that has rows, because it is taken from a row. */
export function randomGrant({ units, users, partners, rows }: ScopedWorld, next: Chance): ScopeGrant {
  const one = <T>(from: readonly T[]): T => from[next(from.length)] as T
  const row = () => one(one([...rows.values()]))
  const byId = (id: string | null | undefined) => units.find((unit) => unit.id === id)
  const unit = () => (next(3) === 0 ? undefined : byId(one(row().path.filter((id) => id !== null)))) ?? one(units)
  switch (next(6)) {
    case 0:
      return { kind: 'UNITS', units: Array.from({ length: next(6) }, unit) }
    case 1:
    case 2:
      return { kind: 'UNIT_AND_BELOW', unit: unit() }
    case 3:
      return { kind: 'UNIT', unit: byId(row().path.findLast((id) => id !== null)) ?? one(units) }
    case 4:
      return { kind: 'SELF', userId: one(users) }
    default:
      return { kind: 'PARTNER', partnerId: row().partner ?? one(partners) }
  }
}
