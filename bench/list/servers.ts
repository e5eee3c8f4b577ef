/** The two servers that bench/list.ts compares, in a process of their own: the whole system, and Fastify with nothing but the pair of queries. */
import fastify from 'fastify'
import { createRuntime, systemRegistry, systemServer } from '#app/server.ts'
import { endOfDay } from '#kernel/dates.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { limitStatements } from '#platform/server/database/limits.ts'
import { createLogger } from '#platform/server/logging.ts'

/** What the list of QR transactions selects, written by hand; `more`: a further condition. */
const rowsWith = (more = '') => `
select t.id, t.code, t.external_ref, m.code as merchant_code, m.name as merchant_name, u.name as unit_name, p.name as province_name,
  t.payer_name, t.payer_account, t.payer_bank_bin, t.amount, t.fee, t.tax, t.amount - t.fee - t.tax as net, t.status, t.channel, t.occurred_at, t.business_date
from payment.transaction t
left join merchants.merchant m on m.id = t.merchant_id
left join organisation.unit u on u.id = coalesce(t.office_unit_id, t.district_unit_id, t.province_unit_id, t.head_unit_id)
left join organisation.unit p on p.id = t.province_unit_id
where t.service = 'QR' and t.business_date >= $1 and t.business_date <= $2 and t.occurred_at < $4 and t.status in ($3) ${more}
order by t.occurred_at desc, t.id desc limit 15`
const ROWS = rowsWith()
const COUNT = `select count(*) from payment.transaction t where t.service = 'QR' and t.business_date >= $1 and t.business_date <= $2 and t.status in ($3)`
/** What no sum tells apart. */
const OUTSIDE = 'and t.amount >= $5'
const ROWS_OUTSIDE = rowsWith(OUTSIDE)
const SUMS_OUTSIDE = `select count(*), sum(t.amount_hundredths), sum(t.fee_hundredths), sum(t.tax_hundredths), sum(t.amount_hundredths - t.fee_hundredths - t.tax_hundredths)
from payment.transaction t
where t.service = 'QR' and t.type <> 'REFUND' and t.business_date >= $1 and t.business_date <= $2 and t.occurred_at < $4 and t.status in ($3) ${OUTSIDE}`

const url = String(process.env.DATABASE_URL)
const config = loadConfig(process.env)
const system = connect(url, { max: 20 })
limitStatements(system.pool)
const app = await systemServer(createRuntime(config, system, createLogger('warn')), systemRegistry())
const bare = connect(url, { max: 20 })
const plain = fastify()
interface Asked {
  from: string
  to: string
  status: string
  amountFrom?: string
}
plain.post<{ Body: Asked }>('/search', async ({ body: { from, to, status } }) => {
  const [rows, count] = await Promise.all([bare.pool.query(ROWS, [from, to, status, endOfDay(to)]), bare.pool.query(COUNT, [from, to, status])])
  return { result: rows.rows, totalRecord: count.rows[0].count }
})
plain.post<{ Body: Asked }>('/rows', async ({ body: { from, to, status } }) => {
  const { rows } = await bare.pool.query(ROWS, [from, to, status, endOfDay(to)])
  return { result: rows }
})
plain.post<{ Body: Asked }>('/outside', async ({ body: { from, to, status, amountFrom } }) => {
  const values = [from, to, status, endOfDay(to), amountFrom]
  const [rows, sums] = await Promise.all([bare.pool.query(ROWS_OUTSIDE, values), bare.pool.query(SUMS_OUTSIDE, values)])
  return { result: rows.rows, totals: sums.rows[0] }
})
const addresses = { system: await app.listen({ port: 0, host: '127.0.0.1' }), bare: await plain.listen({ port: 0, host: '127.0.0.1' }) }
process.send?.(addresses)
process.once('disconnect', () => process.exit(0))
