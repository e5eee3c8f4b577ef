import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemRegistry } from '#app/server.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { runList } from '#platform/server/list/list.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { scopeOf } from '#platform/server/scope.ts'
import type { ScopeGrant, Session } from '#platform/server/session/session.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { type TestRuntime, testRuntime } from '../../../../../test/app.ts'
import { type Chance, chance, randomGrant, type ScopedWorld, scopedWorld } from '../../../../../test/scoped-world.ts'
import { OPEN_STATUSES, PAID_STATUSES, TransactionStatus } from '../../contract/transaction.ts'
import { faultsOf, foldSums, sumJobs } from '../kept-sums.ts'

/** FAULTS=full asks and changes more. */
const TIMES = process.env.FAULTS === 'full' ? 40 : 1

type Filter = Record<string, unknown>

const registry = systemRegistry()
const entry = [...registry.entries.values()].find((one) => one.contract.path === listQrTransactions.path)
if (entry?.kind !== 'list') throw new Error('no list of QR transactions')
const { contract, handler } = entry

let runtime: TestRuntime
let world: ScopedWorld
const today = localDate(new Date())

beforeAll(async () => {
  runtime = await testRuntime()
  world = await scopedWorld(runtime, registry)
  // Not all of one state, channel, merchant and kind, and some that belong to no merchant.
  await runtime.pool.query(`
    update payment.transaction set channel = (array['QR', 'BANK', 'WALLET'])[1 + id % 3], amount = 1000 + id * 7, fee = id % 40, tax = id % 4, merchant_id = case when id % 9 > 0 then merchant_id end,
      credited_account = case when id % 3 > 0 then 'VA000' || id % 4 end;
    update payment.transaction set status = case id % 4 when 1 then 'FAILED' when 2 then 'PARTIALLY_REFUNDED' else 'REFUNDED' end,
      refunded = case id % 4 when 1 then 0 when 2 then 500 else amount end where id % 4 > 0`)
})
afterAll(() => runtime.database.drop())

const contextOf = (db: Queryable, scope: ScopeGrant): RequestContext => {
  const session = { sid: '', userId: world.users[0] ?? '', account: '', fullName: '', clientId: 'PP_QR', unit: null, partnerId: null } as const
  const whole: Session = { ...session, permissions: new Set<string>(), scope }
  const reads = scopeOf(db, whole)
  return { db: reads.db, scope: reads, session: whole, language: 'vi', now: new Date(), runtime: { ...runtime, db } } as unknown as RequestContext
}

const pageInfo = { currentPage: 1, pageSize: 15 } as const
const totals = async (kept: boolean, filter: Filter, ctx: RequestContext) => {
  const { result: _, split = [], ...page } = await runList(contract, kept ? handler : { ...handler, kept: undefined }, { searchSdi: filter, pageInfo }, ctx)
  return { ...page, split: [...split].sort((a, b) => a.value.localeCompare(b.value)) }
}

/** What accounts were paid day by day, as it is kept or counted; of partners' staff nothing is kept, as they see no code. */
async function credited({ scope, session }: RequestContext, kept: boolean): Promise<unknown[]> {
  if (session.scope.kind === 'PARTNER') return []
  const counted = sql`(select credited_account, business_date, 1 as n, amount_hundredths as amount from payment.transaction where status in (${sql.join([...PAID_STATUSES])}))`
  const { rows } = await sql<{ n: string }>`
    select credited_account, business_date, sum(n) as n, sum(amount) as amount from ${kept ? sql`payment.credited_line` : counted} l
     where credited_account is not null group by 1, 2 having sum(n) <> 0 or sum(amount) <> 0 order by 1, 2`.execute(scope)
  return rows
}

/** Asks both ways within one snapshot, whatever goes on beside. */
const compare = (filter: Filter, scope: ScopeGrant) =>
  runtime.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const ctx = contextOf(tx, scope)
      const expected = await totals(false, filter, ctx)
      expect(await credited(ctx, true), JSON.stringify(scope)).toEqual(await credited(ctx, false))
      expect(await totals(true, filter, ctx), JSON.stringify({ filter, scope })).toEqual(expected)
      return { rows: expected.totalRecord, kept: handler.kept?.(ctx, filter as never) !== undefined }
    })

const one = <T>(from: readonly T[], next: Chance): T => from[next(from.length)] as T

function anyFilter(next: Chance): Filter {
  const from = addDays(today, -next(60))
  const merchant = one(world.rows.get('merchants.merchant') ?? [], next).id
  return {
    from,
    to: addDays(from, next(45)),
    ...(next(3) === 0 ? { status: TransactionStatus.options.filter(() => next(2) === 0).slice(0, 4) } : {}),
    ...(next(4) === 0 ? { channel: one(['QR', 'BANK', 'WALLET', 'APP'], next) } : {}),
    ...(next(4) === 0 ? { merchantId: merchant } : {}),
    ...(next(5) === 0 ? { partnerId: one(world.partners, next) } : {}),
    ...(next(3) === 0 ? { unitId: one(world.units, next).id } : {}),
    ...(next(6) === 0 ? { refunds: next(2) === 0 } : {}),
    ...(next(9) === 0 ? { feeSource: 'PRODUCT_POLICY' } : {}),
    ...(next(9) === 0 ? { hour: one(['00', '08', '17'], next) } : {}),
  }
}
const asked = (filter: Filter): Filter => (Array.isArray(filter.status) && filter.status.length === 0 ? { ...filter, status: ['UNKNOWN'] } : filter)
const anyGrant = (next: Chance): ScopeGrant => (next(4) === 0 ? { kind: 'ALL' } : randomGrant(world, next))

let lastId = 1_000_000
/** What becomes of payments, as statements of the server: some come, some change their state, amount or place, refunds come, some go. */
async function change(next: Chance): Promise<void> {
  const some = `id in (select id from payment.transaction where id % ${2 + next(40)} = ${next(2)} order by id % 11, id limit ${1 + next(4)} for no key update skip locked)`
  const first = lastId
  lastId += 10
  const place = one(world.units, next).id
  const statements = [
    `insert into payment.transaction (id, business_date, code, service, type, channel, direction, status, amount, fee, tax, fee_source, fee_code, fee_revision, currency,
        payer_name, payer_account, payee_name, payee_account, merchant_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id, partner_id, external_ref, parent_id, outcome, occurred_at, credited_account)
      select ${first} + row_number() over (), t.business_date - ${next(3)}, 'N' || ${first} + row_number() over (), t.service, case ${next(3)} when 0 then 'REFUND' else 'PAYMENT' end, t.channel, 'IN', 'SUCCEEDED',
        ${1000 + next(90_000)}, ${next(500)}, ${next(50)}, t.fee_source, t.fee_code, t.fee_revision, 'VND', 'A', '1', 'B', '2', t.merchant_id, u.head_unit_id, u.province_unit_id, u.district_unit_id, u.office_unit_id,
        t.partner_id, 'N' || ${first} + row_number() over (), 1, t.outcome, t.occurred_at - interval '3 days', t.credited_account
      from (select * from payment.transaction order by id limit ${1 + next(4)}) t join organisation.unit u on u.id = ${place}`,
    `update payment.transaction set status = 'FAILED', refunded = 0 where ${some}`,
    `update payment.transaction set status = 'SUCCEEDED', refunded = 0, version = version + 1 where ${some}`,
    `update payment.transaction set status = 'REFUNDED', refunded = amount where ${some}`,
    `update payment.transaction set status = 'REFUND_PENDING', refunded = 0 where ${some}`,
    `update payment.transaction set version = version + 1 where ${some}`,
    `update payment.transaction set status = 'FAILED', refunded = 0, fee = fee + 1, channel = 'APP' where ${some}`,
    `update payment.transaction set credited_account = 'VA000${next(6)}' where ${some}`,
    `update payment.transaction t set head_unit_id = u.head_unit_id, province_unit_id = u.province_unit_id, district_unit_id = u.district_unit_id, office_unit_id = u.office_unit_id
      from organisation.unit u where u.id = ${place} and t.${some}`,
    `delete from payment.transaction where id > 1000000 and ${some}`,
  ]
  await runtime.pool.query(one(statements, next))
}

it('the database names the states that brought money and those under way as the contract does', async () => {
  const { rows } = await runtime.pool.query<{ status: string }>('select status from unnest($1::text[]) status where payment.brought_money(status)', [
    TransactionStatus.options,
  ])
  expect(rows.map(({ status }) => status).toSorted()).toEqual([...PAID_STATUSES].toSorted())
  const { rows: bodies } = await runtime.pool.query<{ body: string }>("select pg_get_functiondef('merchants.stays_while_owed'::regproc) as body")
  expect(TransactionStatus.options.filter((status) => bodies[0]?.body.includes(`'${status}'`)).toSorted()).toEqual([...OPEN_STATUSES].toSorted())
})

describe('kept totals of a list', () => {
  it('are those that counting gives, for any scope and filter, folded and not, while others write', async () => {
    const next = chance(7)
    const seen = { rows: 0, kept: 0, folded: 0 }
    let writing = 3
    const write = async (seed: number) => {
      const any = chance(seed)
      for (let step = 0; step < 40 * TIMES; step++) await change(any)
      writing -= 1
    }
    const read = async () => {
      for (let question = 0; question < 150 * TIMES || writing > 0; question++) {
        if (question % 4 === 0) seen.folded += await foldSums(runtime.db, 'LIST')
        const { rows, kept } = await compare(asked(anyFilter(next)), anyGrant(next))
        seen.rows += Number(rows)
        if (kept) seen.kept += 1
      }
    }
    await Promise.all([write(1), write(2), write(3), read()])
    expect(seen.rows).toBeGreaterThan(300)
    expect(seen.kept).toBeGreaterThan(60)
    expect(seen.folded).toBeGreaterThan(50)
    expect(await faultsOf(runtime.db, 'LIST', addDays(today, -120), today)).toEqual([])
  })

  it('fit chosen units that lie within each other, and a unit asked for above, within and beside them', async () => {
    const level = (name: string) => world.units.filter((unit) => unit.level === name)
    const row = (world.rows.get('payment.transaction') ?? []).find(({ path }) => path.every((id) => id !== null))
    const path = (row?.path ?? []).map((id) => world.units.find((unit) => unit.id === id))
    const [head, province, district, office] = path
    if (!head || !province || !district || !office) throw new Error('no payment with a whole path')
    const other = level('PROVINCE').find(({ id }) => id !== province.id) ?? province
    const period = { from: addDays(today, -60), to: today }
    for (const units of [
      [province, office],
      [office, district, other],
      [head, province],
      [district, province, office, other],
    ])
      for (const unitId of [undefined, head.id, province.id, district.id, office.id, other.id]) {
        const { kept } = await compare({ ...period, unitId }, { kind: 'UNITS', units })
        expect(kept).toBe(true)
      }
  })

  it('are no more than what somebody may see, whatever the query forgets', async () => {
    const next = chance(11)
    await foldSums(runtime.db, 'LIST')
    for (let n = 0; n < 60; n++) {
      const grant = randomGrant(world, next)
      const { rows } = await sql<{ more: string }>`
        select max(n) as more from (
          select sum(n) as n from payment.list_sum where merchant_id = 0 group by partner_id, unit_id union all select sum(n) from payment.list_sum where merchant_id <> 0
        ) s`.execute(scopeOf(runtime.db, { scope: grant }))
      const { rows: own } = await sql<{ n: string }>`select count(*) as n from payment.transaction`.execute(scopeOf(runtime.db, { scope: grant }))
      expect(Number(rows[0]?.more ?? 0), JSON.stringify(grant)).toBeLessThanOrEqual(Number(own[0]?.n))
    }
  })

  it('are compared with the transactions by a job, made anew where they differ, and that is remembered', async () => {
    const prove = async () => {
      const job = sumJobs[0]
      await job?.run({}, { runtime, signal: new AbortController().signal, log: runtime.log, jobId: '', userId: null, progress: async () => undefined })
    }
    const repairs = async () => (await runtime.pool.query('select service, business_date, lines from payment.sum_repair order by id')).rows
    await prove()
    expect(await repairs()).toEqual([])
    const { rows } = await runtime.pool.query<{ day: string }>(
      `update payment.list_sum set n = n + 1 where service = 'QR' and not refund and merchant_id = 0 and unit_id = 0 and partner_id = 0 and status = 'FAILED' and channel = 'QR'
        and business_date = (select max(business_date) from payment.list_sum where service = 'QR' and status = 'FAILED' and channel = 'QR' and not refund and unit_id = 0 and merchant_id = 0)
        returning business_date as day`,
    )
    const found = [{ service: 'QR', business_date: rows[0]?.day, lines: '1' }]
    expect(await faultsOf(runtime.db, 'LIST', addDays(today, -120), today)).toEqual(found)
    await change(chance(5))
    await prove()
    expect(await repairs()).toEqual(found)
    const { rows: accounts } = await runtime.pool.query<{ day: string }>(
      `update payment.credited_sum set amount = amount + 1 where (business_date, credited_account) = (select business_date, credited_account from payment.credited_sum where service = 'QR' limit 1) and service = 'QR' returning business_date as day`,
    )
    await prove()
    expect(await repairs()).toEqual([...found, { service: 'QR', business_date: accounts[0]?.day, lines: String(accounts.length) }])
    expect(await faultsOf(runtime.db, 'LIST', addDays(today, -120), today)).toEqual([])
  })
})
