import { afterEach, expect, test, vi } from 'vitest'
import { incidentMachine } from '#core/incidents/contract/incident.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { syncParameters } from '#core/masterdata/server/public.ts'
import type { Runtime } from '#platform/server/module.ts'
import { cfmParameters } from '#subsystems/cfm/contract/parameters.ts'
import { type TestApp, type TestRuntime, testApp, testRuntime } from '../../test/app.ts'
import { serverProcess } from '../../test/server-process.ts'
import { createDemoWorld, HISTORY, startDemoFeed } from './demo.ts'
import { systemRegistry } from './server.ts'
import { COD_HISTORY } from './simulator/cod/parcels.ts'
import { type HistoryPlan, history } from './simulator/history.ts'
import { SHOPS } from './simulator/shops.ts'

let opened: { close(): Promise<void> } | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function listening(): Promise<TestApp & { baseUrl: string }> {
  const it = await testApp()
  opened = it
  // As at every start: the past changes one of them for a while.
  await it.runtime.db.transaction().execute((tx) => syncParameters(tx, cfmParameters))
  return { ...it, baseUrl: await it.app.listen({ port: 0, host: '127.0.0.1' }) }
}

async function planOf(runtime: Runtime): Promise<HistoryPlan> {
  const row = await runtime.db
    .selectFrom('merchants.merchant')
    .select((eb) => eb.fn.min('created_at').as('anchor'))
    .executeTakeFirstOrThrow()
  return { anchor: row.anchor, ...HISTORY.small }
}

interface Stored {
  ref: string
  status: string
  amount: string
}

/** The payments as channels reported them; what was given back of them since stands apart. */
async function stored({ pool }: Runtime): Promise<Stored[]> {
  const { rows } = await pool.query<Stored>(`
    select p.code || ' ' || t.external_ref as ref, trunc(t.amount)::text as amount,
      case when exists (select from payment.partner_refund r where r.parent_id = t.id) or exists (select from payment.refund r where r.transaction_id = t.id) then 'SUCCEEDED' else t.status end as status
    from payment.transaction t join organisation.partner p on p.id = t.partner_id
    where t.service = 'QR' and t.type <> 'REFUND' and t.external_ref not similar to '(UNSURE|BILL|CANCEL)-%' order by 1`)
  return rows
}

/** What the demo has of cash. */
async function cash({ pool }: Runtime) {
  const { rows } = await pool.query(`
    select (select count(*)::int from cash.shift) as shifts,
      (select count(*)::int from (select from cash.shift group by till_id, business_date having count(*) > 1) twice) as "shiftsTwice",
      exists (select from cash.shift s, (select min(created_at) as at from merchants.merchant) a
        where s.business_date = (a.at at time zone 'Asia/Ho_Chi_Minh')::date) as "counterOpen",
      (select array_agg(distinct status) from cash.treasury_transaction where kind not like 'TILL%') as movements,
      (select count(*)::int from (select from cash.treasury_transaction where kind not like 'TILL%' group by kind, from_unit_id, to_unit_id, created_at having count(*) > 1) twice) as "movementsTwice",
      (select array_agg(distinct status) from cash.money_order) as orders,
      (select count(*)::int from cash.money_order where wrong_tries = 5) as locked,
      (select array_agg(distinct status) from cash.variance) as variances,
      (select coalesce(array_agg(u.code), '{}') from (select distinct unit_id, business_date from cash.day_close where status <> 'CLOSED' and business_date < (now() at time zone 'Asia/Ho_Chi_Minh')::date) d
         join organisation.unit u on u.id = d.unit_id) as late,
      (select count(*)::int from cash.day_close where status = 'CLOSED') as closed,
      (select count(*)::int from cash.count where reason = 'DAY') as counts,
      (select count(*)::int from cash.slip) as slips,
      (select count(*)::int from cash.shift where abandoned) as abandoned,
      (select array_agg(u.code) from cash.unit_state s join organisation.unit u on u.id = s.unit_id where s.single_handed) as single,
      (select array_agg(distinct status) from controls.alert) as alerts,
      (select array_agg(u.code) from controls.alert a join organisation.unit u on u.id = a.unit_id where a.rule = 'CASH_UNDER_FLOOR') as "underFloor",
      (select array_agg(s.status || coalesce(' ' || r.status, '') order by s.id) from payment.suspense s
         left join approvals.request r on r.subject_type = 'payment.suspense' and r.subject_id = s.id::text) as suspense,
      (select count(*)::int from cash.person_day where total >= 400000000) as "largeCash",
      (select array_agg(distinct status) from payout.list) as lists,
      (select array_agg(distinct status) from payout.line) as lines,
      (select array_agg(distinct status) from cash.cash_order) as "cashOrders",
      (select count(*)::int from cash.slip where excess) as "paidTwice",
      (select array_agg(status order by id) from payment.transaction where service = 'QR' and type = 'REFUND') as refunds,
      (select array_agg(status order by id) from payment.transaction where external_ref like 'CANCEL-%') as cancellations,
      (select array_agg(distinct status order by status) from incident.incident where desk = 'QR') as "qrIncidents",
      (select count(*)::int from ledger.manual_journal) as books`)
  return rows[0]
}

function expectCash(found: Awaited<ReturnType<typeof cash>>): void {
  expect(found).toMatchObject({ shiftsTwice: 0, movementsTwice: 0, books: 7 })
  // Which orders wait and which are given back is the date's chance.
  expect(found.locked).toBeLessThanOrEqual(1)
  expect(found.movements.toSorted()).toEqual([
    ...['APPROVED', 'CANCELLED', 'DISCREPANCY', 'DISPATCHED', 'DRAFT', 'RECEIVED', 'REJECTED', 'RETURNED', 'SETTLED', 'SUBMITTED'],
  ])
  expect(found.orders).toEqual(expect.arrayContaining(['EXPIRED', 'PAID', 'RETURNED', 'RETURNING', 'SENT']))
  expect(found.variances.toSorted()).toEqual(['PENDING', 'POSTED'])
  expect(found).toMatchObject({ abandoned: 1, single: ['010202'], underFloor: ['010202'] })
  // At night and on Sundays no counter is open: nothing heals by being worked on, and no order has waited in vain. Over a Sunday an alert of cash that was
  // not banked may become one of cash that is above its ceiling for long, and so heal.
  const { counterOpen } = found
  const alerts = found.alerts.filter((status: string) => counterOpen || status !== 'HEALED')
  expect(alerts.toSorted()).toEqual(['ACKNOWLEDGED', ...(counterOpen ? ['HEALED'] : []), 'OPEN'])
  expect(found.suspense).toEqual(['SETTLED APPROVED', 'OPEN PENDING', 'OPEN'])
  expect(found.largeCash).toBe(2)
  expect(found.lists.toSorted()).toEqual(['APPROVED', 'CANCELLED', 'CHECKED', 'CLOSED', 'DRAFT', 'PAYING', 'SETTLED', 'SUBMITTED'])
  expect(found.lines).toEqual(expect.arrayContaining(['CANCELLED', 'CARRIED', 'HELD', 'PAID', 'RETURNED', 'UNKNOWN', 'UNPAID']))
  expect(found.cashOrders).toEqual(expect.arrayContaining([...(counterOpen ? ['EXPIRED'] : []), 'REJECTED', 'USED', 'WITHDRAWN']))
  expect(found.paidTwice).toBe(0)
  expect(found.refunds).toEqual(['SUCCEEDED', 'FAILED', 'UNKNOWN'])
  expect(found.cancellations).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED', 'SUCCEEDED', 'CANCEL_PENDING', 'CANCEL_PENDING'])
  expect(found.qrIncidents).toEqual([...incidentMachine.status.options].toSorted())
  expect(found.late).toContain('010102')
  expect(found.closed).toBe(found.counts - 1)
}

/** What the demo has of cash on delivery. */
async function cod({ pool }: Runtime) {
  const { rows } = await pool.query(`
    select (select count(*)::int from cob.item) as items,
      (select count(*)::int from cob.event where item_id is null) as "eventsWaiting",
      (select array_agg(distinct kind) from cob.deposit) as kinds,
      (select array_agg(distinct t.status) from cob.deposit d join payment.transaction t on t.id = d.id) as deposits,
      (select count(*)::int from cob.deposit where surplus > surplus_used) as surpluses,
      (select array_agg(distinct status) from cob.bank_slip) as slips,
      (select array_agg(distinct status) from cob.hand_in) as "handIns",
      (select array_agg(distinct status) from cob.key_account) as "keyAccounts",
      (select array_agg(distinct status) from cob.settlement) as settlements,
      (select array_agg(distinct status) from cob.settlement_run) as runs,
      (select array_agg(distinct status) from cob.issuance) as lots,
      (select array_agg(distinct status) from cob.issuance_line) as requests,
      (select count(*)::int from payment.transaction t join cob.deposit_code c on c.account_number = t.credited_account where t.service = 'COD') as "paidByCode",
      (select array_agg(distinct s.status order by s.status) from cob.sender_payout p join cash.slip s on s.transaction_id = p.transaction_id) as "senderPayouts",
      (select count(*)::int from cob.sender_payout) as visits,
      (select count(*)::int from cob.sender_payout p join cash.slip s on s.transaction_id = p.transaction_id join cob.item i on i.id = p.item_id
        where s.status = 'PAID' and i.money_state = 'PAID_OUT' and i.key_account_id is null) as "paidAtCounters",
      (select count(distinct rule)::int from cob.watch) as rules,
      (select array_agg(distinct status order by status) from incident.incident where desk = 'COB') as incidents,
      (select sum(amount) from cob.position) = (select sum(a.balance) from cob.courier c join ledger.account a on a.id = c.account_id) as "debtIsBooked"`)
  return rows[0]
}

function expectCod(found: Awaited<ReturnType<typeof cod>>): void {
  expect(found.items).toBeGreaterThan(COD_HISTORY.small.items * 0.8)
  expect(found).toMatchObject({ eventsWaiting: 0, debtIsBooked: true })
  expect(found.kinds.toSorted()).toEqual(['CASH', 'QR', 'TKTT', 'WALLET'])
  expect(found.deposits).toEqual(expect.arrayContaining(['CANCELLED', 'CANCEL_PENDING', 'PROCESSING', 'SUCCEEDED', 'UNKNOWN']))
  expect(found.slips).toEqual(expect.arrayContaining(['CONFIRMED_BY_BANK', 'MISMATCH', 'RESOLVED']))
  expect(found.handIns.toSorted()).toEqual(['BOOKED', 'DISCREPANCY'])
  expect(found.keyAccounts.toSorted()).toEqual(['ACTIVE', 'DRAFT', 'SUSPENDED'])
  expect(found.settlements).toEqual(expect.arrayContaining(['FAILED', 'PAID', 'UNKNOWN']))
  expect(found.runs.toSorted()).toEqual(['APPROVED', 'SUBMITTED'])
  expect(found.lots.toSorted()).toEqual(['CANCELLED', 'CLOSED', 'DRAFT', 'ISSUED', 'SUBMITTED'])
  expect(found.requests).toEqual(expect.arrayContaining(['ASSIGNED', 'CANCELLED', 'COLLECTED', 'EXPIRED', 'ISSUED', 'NEW', 'NOT_FOUND', 'REFUSED']))
  expect(found.paidByCode).toBeGreaterThan(0)
  expect(found.surpluses).toBeGreaterThan(0)
  // What is at a counter when the demo begins nobody knows of some minutes later.
  expect(found.senderPayouts).toEqual(expect.arrayContaining(['PAID', 'RELEASED', 'UNKNOWN']))
  expect(found.paidAtCounters).toBeGreaterThanOrEqual(3)
  expect(found.rules).toBeGreaterThanOrEqual(4)
  expect(found.incidents.length).toBeGreaterThanOrEqual(8)
}

/** What the simulator's past comes to: every report, with the last word on it. */
function expectedOf(plan: HistoryPlan): Stored[] {
  const rows = new Map<string, Stored>()
  for (const window of history(plan)) {
    const { batches, outcomes } = window()
    for (const { partner, lines } of batches) {
      for (const line of lines) {
        const { externalRef, amount, outcome } = JSON.parse(line)
        rows.set(`${partner} ${externalRef}`, { ref: `${partner} ${externalRef}`, status: outcome?.status ?? 'INITIATED', amount })
      }
    }
    for (const { partner, externalRef, body } of outcomes) (rows.get(`${partner} ${externalRef}`) as Stored).status = body.status
  }
  return [...rows.values()].toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
}

test('the past of the demo is what the simulator says, through the gateway and in the ledger; a second time adds nothing, and then it lives until it is stopped', {
  timeout: 240_000,
}, async () => {
  const { runtime, baseUrl } = await listening()
  const sent = await createDemoWorld(runtime, systemRegistry(), { baseUrl, scale: 'small' })
  const expected = expectedOf(await planOf(runtime))
  expect(sent).toBe(expected.length)
  expect(sent).toBeGreaterThanOrEqual(HISTORY.small.transactions)
  const rows = await stored(runtime)
  expect(rows).toEqual(expected)
  expect(await verifyLedger(runtime.db)).toEqual([])
  const { rows: impossible } = await runtime.pool.query(`
    select 'changed before it was recorded' as what, code from payment.transaction where updated_at < created_at
    union all select 'reconciled in the future', code from reconciliation.session where greatest(created_at, updated_at) > now()`)
  expect(impossible).toEqual([])
  const { rows: journals } = await runtime.pool.query<{ n: number }>(`
    select count(*)::int as n from ledger.journal j join payment.transaction t on t.id::text = j.source_id where j.service = 'QR' and j.business_key like '%:paid' and t.type <> 'REFUND' and t.external_ref not similar to '(UNSURE|BILL|CANCEL)-%'`)
  const succeeded = rows.filter(({ status }) => status === 'SUCCEEDED').length
  expect(journals).toEqual([{ n: succeeded }])
  expect(succeeded / rows.length).toBeGreaterThan(0.95)
  const world = await cash(runtime)
  expectCash(world)
  const items = await cod(runtime)
  expectCod(items)
  const { rows: settled } = await runtime.pool.query<{ status: string }>('select distinct status from settlement.settlement')
  expect(settled.map(({ status }) => status)).toEqual(expect.arrayContaining(['PAYABLE', 'PAID', 'HELD', 'UNKNOWN']))
  expect(await createDemoWorld(runtime, systemRegistry(), { baseUrl, scale: 'small' })).toBe(0)
  expect(await stored(runtime)).toEqual(rows)
  expect(await cash(runtime)).toEqual(world)
  expect(await cod(runtime)).toEqual(items)
  await expectToLive(runtime, baseUrl)
})

/** The demo lives until it is stopped, and then is still. */
async function expectToLive(runtime: Runtime, baseUrl: string): Promise<void> {
  const past = (await stored(runtime)).length
  const stop = await startDemoFeed(runtime, baseUrl)
  await vi.waitUntil(async () => (await stored(runtime)).length >= past + 5, { timeout: 60_000, interval: 50 })
  await stop()
  const after = await stored(runtime)
  await new Promise(setImmediate)
  expect(await stored(runtime)).toEqual(after)
  expect(await verifyLedger(runtime.db)).toEqual([])
}

test('a first start that is killed in the middle is finished by the next one', { timeout: 240_000 }, async () => {
  const runtime: TestRuntime = await testRuntime()
  opened = { close: () => runtime.database.drop() }
  const env = { DEMO: '1', DEMO_SCALE: 'small' }
  const first = serverProcess(runtime.database.connectionString, env)
  first.ready.catch(() => undefined)
  await vi.waitUntil(async () => (await stored(runtime)).length > 300, { timeout: 100_000, interval: 10 })
  await first.end('SIGKILL')
  const before = await stored(runtime)
  const expected = expectedOf(await planOf(runtime))
  expect(before.length).toBeLessThan(expected.length)
  const second = serverProcess(runtime.database.connectionString, env)
  second.ready.catch(() => undefined)
  await vi.waitUntil(async () => (await cash(runtime)).shifts > 8, { timeout: 100_000, interval: 10 })
  await second.end('SIGKILL')
  expect((await cash(runtime)).books).toBeLessThan(7)
  const third = serverProcess(runtime.database.connectionString, env)
  try {
    await third.ready
    expect(await stored(runtime)).toEqual(expected)
    expectCash(await cash(runtime))
    expectCod(await cod(runtime))
    expect(await verifyLedger(runtime.db)).toEqual([])
  } finally {
    await third.end('SIGTERM')
  }
})

test('the full demo has its size and shape', () => {
  const plan = { anchor: new Date('2026-11-21T03:00:00Z'), ...HISTORY.full }
  const perDay = new Map<string, number>()
  const status = new Map<string, number>()
  const merchants = new Map<string, number>()
  const count = (map: Map<string, number>, name: string) => map.set(name, (map.get(name) ?? 0) + 1)
  for (const window of history(plan)) {
    for (const line of window().batches.flatMap(({ lines }) => lines)) {
      const { occurredAt, outcome, merchantCode } = JSON.parse(line)
      count(perDay, occurredAt.slice(0, 10))
      count(status, outcome?.status ?? 'INITIATED')
      count(merchants, merchantCode)
    }
  }
  const total = [...perDay.values()].reduce((sum, n) => sum + n, 0)
  const today = perDay.get('2026-11-21') ?? 0
  expect(total - today).toBe(100_000)
  expect(perDay.size).toBe(91)
  expect(today).toBeGreaterThan(0)
  expect((status.get('SUCCEEDED') ?? 0) / total).toBeCloseTo(0.97, 2)
  for (const rare of ['FAILED', 'UNKNOWN', 'PROCESSING', 'INITIATED']) expect(status.get(rare), rare).toBeGreaterThan(0)
  expect(merchants.size).toBe(SHOPS.length)
  expect(SHOPS.length).toBeGreaterThanOrEqual(40)
  expect(new Set(SHOPS.map(({ province }) => province)).size).toBe(34)
})
