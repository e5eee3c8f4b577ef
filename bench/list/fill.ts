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

/** Transactions as the gateway would have stored them, made by one statement: spread evenly over the days, shops and their units. */
async function fill({ pool }: Connection, rows: number): Promise<void> {
  await pool.query('select payment.ensure_partitions($1, $2)', [FIRST_DAY, addDays(FIRST_DAY, DAYS)])
  await pool.query(
    `
    insert into payment.transaction (id, business_date, code, service, type, channel, direction, status, amount, fee, tax, currency, payer_name, payer_account,
      payer_bank_bin, payee_name, payee_account, payee_bank_bin, memo, merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id,
      external_ref, outcome, occurred_at)
    select n, $1::date + n % $2::int, 'QR' || lpad(n::text, 12, '0'), 'QR', 'PAYMENT', 'QR', 'IN',
      case when n % 25 = 0 then 'FAILED' when n % 200 = 1 then 'UNKNOWN' else 'SUCCEEDED' end,
      10000 + (n::bigint * 7919 % 990000), 500, 50, 'VND', 'NGUYEN VAN ' || n % 1000, lpad((n % 100000)::text, 10, '0'), '970436', m.settlement_name, m.settlement_account,
      m.settlement_bank_bin, 'Thanh toan don hang ' || n, m.id, m.head_unit_id, m.province_unit_id, m.district_unit_id, m.office_unit_id, p.id, 'REF' || n,
      '{"code": "00", "message": "OK"}', (($1::date + n % $2::int) + interval '1 hour' + (n::bigint * 104729 % 79200) * interval '1 second') at time zone 'Asia/Ho_Chi_Minh'
    from generate_series(1, $3::int) n
    join (select *, row_number() over (order by id) - 1 as place, count(*) over () as places from merchants.merchant) m on m.place = n % m.places
    cross join (select min(partner_id) as id from payment.partner_account) p`,
    [FIRST_DAY, DAYS, rows],
  )
  // As the owner: the server's role may not do it with the partitions, and without it nothing is known of them.
  const client = await pool.connect()
  await client.query('set role none')
  await client.query('vacuum analyze payment.transaction')
  client.release(true)
}

/** Everything the system needs, and `rows` transactions over DAYS days. */
export async function fillDatabase(connectionString: string, rows: number): Promise<void> {
  const connection = connect(connectionString)
  try {
    await makeTables(connectionString)
    const runtime = createRuntime(loadConfig(ENV), connection, createLogger('silent'))
    await syncCatalogue(connection.db, systemRegistry())
    await prepareMasterData(runtime)
    await prepareDemo(runtime)
    await fill(connection, rows)
  } finally {
    await connection.close()
  }
}
