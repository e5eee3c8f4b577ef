/** A database of the whole system with very many QR transactions, for the suites that read them. */
import { prepareDemo } from '#app/demo.ts'
import { prepareMasterData } from '#app/master-data.ts'
import { createRuntime, syncCatalogue, systemRegistry } from '#app/server.ts'
import { makeTables } from '#app/tables.ts'
import { addDays } from '#kernel/dates.ts'
import { loadConfig } from '#platform/server/config.ts'
import { type Connection, connect } from '#platform/server/database/connect.ts'
import { createLogger } from '#platform/server/logging.ts'

export const DAYS = 90
export const FIRST_DAY = '2026-08-24'

const SECRET_KEY = Buffer.alloc(32, 5).toString('base64')
export const ENV = { PORT: '0', DEMO: '1', DEMO_SCALE: 'small', DEMO_LIVE: '0', DATA_DIR: '/nonexistent', SECRET_KEY, LOG_LEVEL: 'warn' }

/** How wide the operator is, beyond what the small demo has. */
export interface Width {
  offices: number
  merchants: number
  /** QR codes, more than merchants; four of five payments are made by one. */
  codes?: number
}

/** Offices below the districts there are, and merchants of them, with an account each. */
async function widen({ pool }: Connection, { offices, merchants }: Pick<Width, 'offices' | 'merchants'>): Promise<void> {
  await pool.query(
    `insert into organisation.unit (code, name, level, parent_id)
      select 'BENCH' || n, 'Bưu cục ' || n, 'POST_OFFICE', d.id from generate_series(1, $1::int) n
      join (select id, row_number() over (order by id) - 1 as place from organisation.unit where level = 'DISTRICT') d
        on d.place = n % (select count(*) from organisation.unit where level = 'DISTRICT')`,
    [offices],
  )
  await pool.query(
    `with n as (select generate_series(1, $1::int) as n),
      account as (insert into ledger.account (code, name, class, normal_side, chart_id)
        select 'BENCH-' || n, 'x', 'LIABILITY', 'C', (select id from ledger.chart where key = 'MERCHANT_PAYABLE') from n returning id, code)
    insert into merchants.merchant (code, name, unit_id, head_unit_id, payable_account_id, settlement_bank_bin, settlement_account, settlement_name)
    select 'BENCH' || n, 'Cửa hàng ' || n, u.id, u.head_unit_id, a.id, '970436', '1', 'X' from n join account a on a.code = 'BENCH-' || n
      join (select id, head_unit_id, row_number() over (order by id) - 1 as place from organisation.unit where level = 'POST_OFFICE') u
        on u.place = n % (select count(*) from organisation.unit where level = 'POST_OFFICE')`,
    [merchants],
  )
}

/** Static codes of all merchants in turn, each with its account. */
async function makeCodes({ pool }: Connection, codes: number): Promise<void> {
  await pool.query(
    `with m as (select *, row_number() over (order by id) - 1 as place from merchants.merchant),
    account as (insert into vietqr.virtual_account (number, bank_bin, owner_kind, owner_ref, merchant_id, single_use, unit_id, opened_by, opened_at, updated_by, updated_at)
      select 'BENCH' || lpad(n::text, 8, '0'), '970436', 'MERCHANT', m.code, m.id, false, m.unit_id, 'bench', now(), 'bench', now()
      from generate_series(0, $1::int - 1) n join m on m.place = n % (select count(*) from m) returning id, number, merchant_id, unit_id)
    insert into vietqr.code (code, kind, merchant_id, account_id, valid_from, payload, status, unit_id, created_by, created_at, updated_by, updated_at)
    select 'QRB' || right(number, 8), 'STATIC', merchant_id, id, '2026-08-01', '00020101021138540010A00000072701', 'ACTIVE', unit_id, 'bench', now(), 'bench', now() from account`,
    [codes],
  )
}

/** Work of the owner, which sees every row while it mends them. */
async function asOwner({ pool }: Connection, ...statements: string[]): Promise<void> {
  const client = await pool.connect()
  await client.query("set role none; select set_config('app.maintenance', 'on', false)")
  for (const statement of statements) await client.query(statement)
  client.release(true)
}

/** Transactions as the gateway would have stored them, made by one statement: spread evenly over the days, shops and their units. */
async function fill(connection: Connection, rows: number, codes: number): Promise<void> {
  const { pool } = connection
  await pool.query('select payment.ensure_partitions($1, $2)', [FIRST_DAY, addDays(FIRST_DAY, DAYS)])
  // One statement of so many rows: its sums are made afterwards, in one go as well.
  await asOwner(connection, 'alter table payment.transaction disable trigger list_delta_insert, disable trigger report_delta_insert')
  await pool.query(
    `
    insert into payment.transaction (id, business_date, code, service, type, channel, direction, status, amount, fee, tax, currency, payer_name, payer_account,
      payer_bank_bin, payee_name, payee_account, payee_bank_bin, memo, merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id,
      external_ref, outcome, occurred_at, credited_account)
    select n, $1::date + n % $2::int, 'QR' || lpad(n::text, 12, '0'), 'QR', 'PAYMENT', 'QR', 'IN',
      case when n % 25 = 0 then 'FAILED' when n % 200 = 1 then 'UNKNOWN' else 'SUCCEEDED' end,
      10000 + (n::bigint * 7919 % 990000), 500, 50, 'VND', 'NGUYEN VAN ' || n % 1000, lpad((n % 100000)::text, 10, '0'), '970436', m.settlement_name, m.settlement_account,
      m.settlement_bank_bin, 'Thanh toan don hang ' || n, m.id, m.head_unit_id, m.province_unit_id, m.district_unit_id, m.office_unit_id, p.id, 'REF' || n,
      '{"code": "00", "message": "OK"}', (($1::date + n % $2::int) + interval '1 hour' + (n::bigint * 104729 % 79200) * interval '1 second') at time zone 'Asia/Ho_Chi_Minh',
      case when $4::int > 0 and n % 5 > 0 then 'BENCH' || lpad((m.place + c.shops * (n / c.shops % ($4::int / c.shops)))::text, 8, '0') end
    from generate_series(1, $3::int) n
    cross join (select count(*) as shops from merchants.merchant) c
    join (select *, row_number() over (order by id) - 1 as place from merchants.merchant) m on m.place = n % c.shops
    cross join (select min(partner_id) as id from payment.partner_account) p`,
    [FIRST_DAY, DAYS, rows, codes],
  )
  await asOwner(connection, 'alter table payment.transaction enable trigger list_delta_insert, enable trigger report_delta_insert')
  for (let day = 0; day < DAYS; day += 15)
    for (const kind of ['list', 'report'])
      await pool.query(`select payment.rebuild_${kind}_sums($1, $2)`, [addDays(FIRST_DAY, day), addDays(FIRST_DAY, Math.min(day + 14, DAYS - 1))])
  // The server's role may not do it with the partitions, and without it nothing is known of them.
  await asOwner(
    connection,
    'vacuum analyze payment.transaction',
    'vacuum analyze payment.list_sum',
    'vacuum analyze payment.credited_sum',
    'vacuum analyze vietqr.code',
    'vacuum analyze vietqr.virtual_account',
    'vacuum analyze payment.report_sum',
    'vacuum analyze payment.report_detail',
  )
}

/** Everything the system needs, and `rows` transactions over DAYS days. */
export async function fillDatabase(connectionString: string, rows: number, width?: Width): Promise<void> {
  const connection = connect(connectionString)
  try {
    await makeTables(connectionString)
    const runtime = createRuntime(loadConfig(ENV), connection, createLogger('silent'))
    await syncCatalogue(connection.db, systemRegistry())
    await prepareMasterData(runtime)
    await prepareDemo(runtime)
    if (width) await widen(connection, width)
    if (width?.codes) await makeCodes(connection, width.codes)
    await fill(connection, rows, width?.codes ?? 0)
  } finally {
    await connection.close()
  }
}
