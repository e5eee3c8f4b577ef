/** What time makes of money orders: unclaimed ones go back to their sender, and a payout that nobody confirmed is unknown. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { type TestApp, testApp, testClock } from '../../../../test/app.ts'
import { type CounterWorld, counterWorld, LAN, payout, type TestCounter, transfer } from '../../../../test/counter.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { balances } from '../../../../test/payments.ts'
import { agingJobs } from './aging.ts'

const DAY_MS = 86_400_000
const clock = testClock()
let it: TestApp
let world: CounterWorld

beforeAll(async () => {
  it = await testApp({ clock })
  world = await counterWorld(it)
  for (const counter of [world.hanoi, world.hcm]) {
    await world.openShift(counter)
    await world.send(transfer(counter, { amount: '50000000' }))
  }
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.close()
})
/** The tellers of a later day have shifts of that day. */
beforeEach(() => it.runtime.database.owner.query("update cash.shift set business_date = $1 where status = 'OPEN'", [localDate(clock.now())]))

const now = () => ({ occurredAt: isoLocal(clock.now()) })
const orderOf = (code: string) => it.runtime.db.selectFrom('cash.money_order').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
const stepsOf = async (id: string) =>
  (await it.runtime.db.selectFrom('cash.money_order_event').select('step').where('order_id', '=', id).orderBy('seq').execute()).map(({ step }) => step)
async function sent(change: object = {}) {
  const reply = await world.send(transfer(world.hanoi, { ...now(), ...change }))
  return { code: reply.data?.transactionCode ?? '', secret: reply.data?.told?.secret ?? '' }
}
/** Runs the jobs of time at this moment of the clock. */
async function age() {
  await it.runtime.db.transaction().execute(async (tx) => {
    for (const { definition } of agingJobs([])) await enqueue(tx, definition, {})
  })
  await runJobs(it)
}
const ask = (counter: TestCounter, code: string, change: object) => payout(counter, code, { ...now(), ...change })

test('unclaimed after 30 days it goes back to its sender, who is paid at the office that sent it', async () => {
  const { code, secret } = await sent()
  const { return_on: due } = await orderOf(code)
  clock.advance(29 * DAY_MS)
  await age()
  expect(await orderOf(code)).toMatchObject({ status: 'SENT' })
  clock.advance(DAY_MS)
  await age()
  expect(due).toBe(localDate(clock.now()))
  expect(await orderOf(code)).toMatchObject({ status: 'RETURNING', expires_on: addDays(due ?? '', 365) })
  expect(await world.send(ask(world.hcm, code, { secret }))).toMatchObject({ status: 409, code: 'CFM-006' })
  expect(await world.send(ask(world.hcm, code, { payTo: 'SENDER', payee: LAN }))).toMatchObject({ status: 409, code: 'CFM-010' })
  const before = await balances(it.runtime)
  const claim = ask(world.hanoi, code, { payTo: 'SENDER', payee: LAN })
  expect(await world.send(claim)).toMatchObject({ status: 200 })
  expect(await world.outcome(claim.externalRef, 'SUCCEEDED')).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
  const after = await balances(it.runtime)
  expect(Number(after[world.hanoi.accountCode]) - Number(before[world.hanoi.accountCode])).toBe(-1_000_000)
  expect(Number(after['3388.CFM']) - Number(before['3388.CFM'])).toBe(-1_000_000)
  const { id, status } = await orderOf(code)
  expect(status).toBe('RETURNED')
  expect(await stepsOf(id)).toEqual(['SENT', 'RETURNING', 'CLAIMED', 'RETURNED'])
})

test('money that came back and is not fetched expires, and is still owed', async () => {
  const { code } = await sent()
  clock.advance(30 * DAY_MS)
  await age()
  const owed = (await balances(it.runtime))['3388.CFM']
  await it.runtime.database.owner.query('update cash.money_order set expires_on = $1 where code = $2', [localDate(clock.now()), code])
  await age()
  expect(await orderOf(code)).toMatchObject({ status: 'EXPIRED' })
  expect((await balances(it.runtime))['3388.CFM']).toBe(owed)
})

test('an order of which a payout is under way does not go back meanwhile', async () => {
  const { code, secret } = await sent()
  clock.advance(30 * DAY_MS)
  await it.runtime.database.owner.query("update cash.shift set business_date = $1 where status = 'OPEN'", [localDate(clock.now())])
  expect(await world.send(ask(world.hcm, code, { secret }))).toMatchObject({ status: 200 })
  await age()
  expect(await orderOf(code)).toMatchObject({ status: 'SENT' })
})

test('a claim that nobody confirmed in its minutes is unknown and holds the order, whatever its age, until it is decided', async () => {
  const { code, secret } = await sent()
  const claim = ask(world.hcm, code, { secret })
  await world.send(claim)
  const slip = () => it.runtime.db.selectFrom('cash.slip').select(['status']).where('source_id', '=', code).where('direction', '=', 'OUT').executeTakeFirst()
  // The database stamps when it was claimed by its own clock.
  await it.runtime.database.owner.query('update cash.slip set updated_at = $1 where source_id = $2', [clock.now(), code])
  clock.advance(4 * 60_000)
  await age()
  expect(await slip()).toEqual({ status: 'CLAIMED' })
  clock.advance(60_000)
  await age()
  expect(await slip()).toEqual({ status: 'UNKNOWN' })
  clock.advance(20 * DAY_MS)
  await age()
  expect(await slip()).toEqual({ status: 'UNKNOWN' })
  const { rows } = await it.runtime.pool.query(
    'select t.status from payment.transaction t join cash.money_order o on o.payout_transaction_id = t.id where o.code = $1',
    [code],
  )
  expect(rows).toEqual([{ status: 'UNKNOWN' }])
  expect(await world.send(ask(world.hcm, code, { secret }))).toMatchObject({ status: 409, code: 'CFM-008' })
  expect(await world.send(ask(world.hanoi, code, { secret }))).toMatchObject({ status: 409, code: 'CFM-008' })
  // The till says at last that the cash was handed over.
  expect(await world.outcome(claim.externalRef, 'SUCCEEDED')).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
  expect(await orderOf(code)).toMatchObject({ status: 'PAID' })
  expect(await slip()).toEqual({ status: 'PAID' })
})

test('an unknown claim that turns out not to have been paid frees the order', async () => {
  const { code, secret } = await sent()
  const claim = ask(world.hcm, code, { secret })
  await world.send(claim)
  clock.advance(DAY_MS)
  await age()
  await world.outcome(claim.externalRef, 'FAILED')
  const { id, status } = await orderOf(code)
  expect(status).toBe('SENT')
  expect(await stepsOf(id)).toEqual(['SENT', 'CLAIMED', 'FREED'])
})

test('claims that cannot be moved do not keep the others waiting, however many there are', async () => {
  const { code, secret } = await sent()
  await world.send(ask(world.hcm, code, { secret }))
  const { owner } = it.runtime.database
  // Slips of transactions that nobody knows, older than the claim and more than are taken at once.
  const { rows } = await owner.query<{ columns: string }>(`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = 'cash' and table_name = 'slip' and is_identity = 'NO' and column_name not in ('code', 'transaction_id', 'source_id', 'amount', 'updated_at')`)
  const columns = rows[0]?.columns
  await owner.query(
    `insert into cash.slip (code, transaction_id, source_id, amount, updated_at, ${columns}) select 'STUCK' || n, -n, 'STUCK' || n, 1, $2, ${columns} from cash.slip, generate_series(1, 600) n
     where source_id = $1 and direction = 'OUT'`,
    [code, new Date(clock.now().getTime() - DAY_MS)],
  )
  const later = await sent()
  expect(await world.send(ask(world.hcm, later.code, { secret: later.secret }))).toMatchObject({ status: 200 })
  await owner.query('update cash.slip set updated_at = $1 where source_id in ($2, $3)', [clock.now(), code, later.code])
  clock.advance(6 * 60_000)
  await age()
  const left = await owner.query("select source_id, status from cash.slip where source_id in ($1, $2) and direction = 'OUT' order by id", [code, later.code])
  expect(left.rows.map(({ status }) => status)).toEqual(['UNKNOWN', 'UNKNOWN'])
  await owner.query("update cash.slip set status = 'RELEASED' where source_id like 'STUCK%'")
})

test('64 tills of two offices ask at the same time: one pays', async () => {
  const { code, secret } = await sent()
  const replies = await Promise.all(Array.from({ length: 64 }, (_, n) => world.send(ask(n % 2 === 0 ? world.hcm : world.hanoi, code, { secret }))))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.code === 'CFM-008')).toHaveLength(63)
})
