/** A till that is counted while nobody knows whether a payout was made: whatever is decided, and whenever, the books hold what the till holds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideRequest, getRequest } from '#core/approvals/contract/request.ts'
import { openAccounts, post, verifyLedger } from '#core/ledger/server/public.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import type { JobSchedule } from '#platform/server/module.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { type CounterWorld, counterWorld, fetcherOf, PAID, payout, transfer } from '../../../../../test/counter.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { serverModules } from '../../../../app/modules.ts'
import { claimPayable, proposeResult } from '../../contract/counter/pay.ts'
import { explainVariance, findCount, listCounts, startCount, submitCount } from '../../contract/counts.ts'
import { listDifferences, settleDifference } from '../../contract/differences.ts'
import { findShift, myShift, openShift } from '../../contract/shifts.ts'
import { freeCash } from './slips.ts'

let it: TestApp
let world: CounterWorld
/** What lies in the till, in thousands of đồng. */
let cash: number
const PAYOUT = 1000

beforeAll(async () => {
  it = await testApp()
  world = await counterWorld(it)
  await owner().query('update iam.user_account set staff_id = $1, unit_id = $2 where account = $3', [world.hanoi.staffId, world.hanoi.unitId, 'giaodichvien'])
  await owner().query("update iam.user_account set staff_id = $1 where account = 'ketoan'", [world.hcm.staffId])
  await fund()
  cash = (await booked()).till
})
afterAll(() => it?.close())

/** Cash of the operator's own, so that a loss leaves what guarantees the customers' money untouched. */
const fund = () =>
  it.runtime.db.transaction().execute(async (tx) => {
    const [from = ''] = await openAccounts(tx, [{ code: 'OPENING', name: 'Số dư đầu', class: 'LIABILITY', chart: 'OTHER_PAYABLE' }])
    const till = await tx.selectFrom('ledger.account').select('id').where('code', '=', world.hanoi.accountCode).executeTakeFirstOrThrow()
    const now = it.runtime.clock.now()
    await post(tx, {
      ...{ businessKey: 'opening', kind: 'OPENING', service: 'CASH', businessDate: localDate(now), occurredAt: now, description: 'Số dư đầu' },
      ...{ sourceType: 'test', sourceId: '1', officeUnitId: world.hanoi.unitId },
      entries: [
        { accountId: till.id, side: 'D', amount: 5_000_000_000n },
        { accountId: from, side: 'C', amount: 5_000_000_000n },
      ],
    })
  })

const owner = () => it.runtime.database.owner
const as = (account: string) => ({ as: account, clientId: 'PP_CFM_NEW' as const, headers: { 'idempotency-key': crypto.randomUUID() } })
const TELLER = 'giaodichvien'

async function booked() {
  const { rows } = await it.runtime.pool.query(
    `select coalesce(sum(balance) filter (where code = $1), 0)::int / 1000 as till, coalesce(sum(balance) filter (where code = 'SHORTAGE-010101'), 0)::int / 1000 as short,
       coalesce(sum(balance) filter (where code = 'SURPLUS-010101'), 0)::int / 1000 as over from ledger.account`,
    [world.hanoi.accountCode],
  )
  return rows[0] as { till: number; short: number; over: number }
}

/** The books hold what lies in the till; the pending accounts hold what people have not settled, and nothing else. */
async function expectBooks(short: number, over: number) {
  expect(await booked()).toEqual({ till: cash, short, over })
  const { rows } = await it.runtime.pool.query(
    "select coalesce(sum(amount), 0)::int / 1000 as kept from cash.pending_difference where status in ('OPEN', 'PENDING')",
  )
  expect(rows[0].kept).toBe(over - short)
  expect(await verifyLedger(it.runtime.db)).toEqual([])
}

const pieces = (thousands: number) => [{ denomination: 1000 as const, pieces: thousands }]

async function count(thousands: number, begin: () => Promise<unknown>) {
  await begin()
  const { data } = await it.call(myShift, {}, as(TELLER))
  const counted = await it.call(submitCount, { sessionId: data?.count?.sessionId ?? '0', lines: pieces(thousands) }, as(TELLER))
  if (!counted.data) throw new Error(JSON.stringify(counted))
  return { ...counted.data, payouts: data?.count?.payouts ?? [] }
}
const opening = () => count(cash, () => it.call(openShift, { tillId: world.hanoi.tillId }, as(TELLER)))
const closing = () => count(cash, () => it.call(startCount, { holdingId: world.hanoi.tillId, reason: 'SHIFT' }, as(TELLER)))

/** A payout that the teller has claimed. */
async function claimed() {
  const { data } = await world.send(transfer(world.hanoi))
  cash = (await booked()).till
  const code = data?.transactionCode ?? ''
  const line = { kind: 'MONEY_ORDER_PAYOUT', code, to: 'RECEIVER', amount: '1000000', payee: fetcherOf(code), secret: data?.told?.secret ?? '' }
  const { data: answer, ...refused } = await it.call(claimPayable, line as never, as(TELLER))
  if (!answer?.claim) throw new Error(JSON.stringify(answer ?? refused))
  return answer.claim
}
type Claim = Awaited<ReturnType<typeof claimed>>

/** Its minutes are over, and nobody has confirmed it. */
async function lose({ id }: Claim) {
  await owner().query("update cash.slip set updated_at = now() - interval '6 minutes' where id = $1", [id])
  const { job, input } = serverModules.flatMap(({ schedules = [] }) => schedules).find((found) => found.job.name === 'cfm.age-claims') as JobSchedule
  await it.runtime.db.transaction().execute((tx) => enqueue(tx, job, input as never))
  await runJobs(it)
}

/** A payout that the teller has claimed and not confirmed; its cash is handed over, or not. */
async function unknown(handedOver: boolean) {
  const claim = await claimed()
  await lose(claim)
  if (handedOver) cash -= PAYOUT
  return claim
}

const approve = async (id: string) => {
  const reply = await it.call(decideRequest, { id, version: 0, decision: 'APPROVE', reason: 'Đã đối chiếu' }, as('kiemsoat'))
  expect(reply).toMatchObject({ status: 200 })
}
async function decide({ id }: Claim, made: 'PAID' | 'NOT_PAID') {
  const { rows } = await it.runtime.pool.query('select version from cash.slip where id = $1', [id])
  const asked = await it.call(proposeResult, { id, version: rows[0].version, made, reason: 'Đã xem camera và phiếu chi' }, as(TELLER))
  await approve(asked.data?.requestId ?? '')
}
const countOf = async (id: string) => (await it.call(findCount, { id }, as('kiemsoat'))).data
async function explain(id: string) {
  const asked = await it.call(
    explainVariance,
    { id, version: (await countOf(id))?.version ?? -1, reasonCode: 'SHORT_CHANGE', note: 'Chờ kết quả khoản chi' },
    as(TELLER),
  )
  if (!asked.data) throw new Error(JSON.stringify(asked))
  return asked.data.requestId
}
const statusOf = async (shiftId: string | null) => (await it.call(findShift, { id: shiftId ?? '' }, as('kiemsoat'))).data?.status
const differenceOf = async (countId: string) =>
  ((await it.list(listDifferences, { filter: {}, pageSize: 100 }, as('ketoan'))).data?.result ?? []).filter(({ sourceId }) => sourceId === countId)

/** What the request about a difference says of it. */
const explaining = ({ code }: Claim) =>
  [
    ['unknownPayouts', code],
    ['unknownAmount', '1000000.00'],
  ].map(([field, value]) => expect.objectContaining({ field, before: value, after: value }))

/** A shift of its own for each: opened by an even count, with one payout that nobody knows about. */
async function shiftWith(handedOver: boolean) {
  expect((await opening()).variance).toBe('0.00')
  return unknown(handedOver)
}

/** The next shift finds the till as the books have it. */
async function nextShift() {
  expect((await opening()).variance).toBe('0.00')
  const end = await closing()
  expect([end.variance, await statusOf(end.shiftId)]).toEqual(['0.00', 'CLOSED'])
}

test.each(['PAID', 'NOT_PAID'] as const)('decided before the count (%s), the till is counted even', async (made) => {
  const claim = await shiftWith(made === 'PAID')
  await decide(claim, made)
  const end = await closing()
  expect([end.variance, end.payouts, await statusOf(end.shiftId)]).toEqual(['0.00', [], 'CLOSED'])
  await expectBooks(0, 0)
})

test('the count names it, to whoever counts, explains and decides', async () => {
  const claim = await shiftWith(true)
  const end = await closing()
  const named = { code: claim.code, amount: '1000000.00', status: 'UNKNOWN' }
  expect(end.payouts).toMatchObject([named])
  expect(end.variance).toBe('-1000000.00')
  expect((await it.call(myShift, {}, as(TELLER))).data?.payouts).toMatchObject([named])
  expect((await it.call(findShift, { id: end.shiftId ?? '' }, as('kiemsoat'))).data?.payouts).toMatchObject([named])
  expect((await countOf(end.id))?.payouts).toMatchObject([named])
  const { data } = await it.call(getRequest, { id: await explain(end.id) }, as('kiemsoat'))
  expect(data?.changes).toEqual(expect.arrayContaining(explaining(claim)))
  const { rows } = await it.runtime.pool.query('select id from outcome.outcome_case where code = $1', [claim.code])
  const seen = (await it.call(findCount, { id: end.id }, { as: 'kiemsoat', clientId: 'PP_CFM' })).data?.payouts
  expect(seen).toMatchObject([{ path: expect.stringContaining(`_case=${rows[0].id}`) }])
  await decide(claim, 'PAID')
  await nextShift()
})

test.each(['explained', 'not explained'] as const)('made, decided between count and close (%s): the variance is gone and the shift closes', async (state) => {
  const claim = await shiftWith(true)
  const end = await closing()
  const waiting = state === 'explained' ? await explain(end.id) : undefined
  await decide(claim, 'PAID')
  expect(await countOf(end.id)).toMatchObject({ variance: '-1000000.00', varianceLeft: '0.00', varianceStatus: 'CLEARED', payouts: [{ status: 'PAID' }] })
  expect(await statusOf(end.shiftId)).toBe('CLOSED')
  if (waiting)
    expect((await it.call(getRequest, { id: waiting }, as('kiemsoat'))).data).toMatchObject({
      status: 'EXPIRED',
      decisionReason: expect.stringContaining('đã chi'),
    })
  await expectBooks(0, 0)
  await nextShift()
})

test('not made, decided between count and close: the variance is as it was', async () => {
  const claim = await shiftWith(false)
  cash -= 300
  const end = await closing()
  await decide(claim, 'NOT_PAID')
  expect(await countOf(end.id)).toMatchObject({ variance: '-300000.00', varianceLeft: '-300000.00', varianceStatus: 'OPEN', payouts: [{ status: 'RELEASED' }] })
  await approve(await explain(end.id))
  await expectBooks(300, 0)
  await settle(end.id, 'WRITE_OFF')
})

async function settle(countId: string, settlement: 'WRITE_OFF' | 'PAY_BACK') {
  const open = (await differenceOf(countId)).find(({ status }) => status === 'OPEN')
  const asked = await it.call(settleDifference, { id: open?.id ?? '', version: open?.version ?? -1, settlement, reason: 'Theo biên bản' }, as('ketoan'))
  if (!asked.data) throw new Error(JSON.stringify(asked))
  await approve(asked.data.requestId)
}

test('made, with less missing than it explains: what is left of the variance is a surplus, and that is posted', async () => {
  const claim = await shiftWith(true)
  cash += 200
  const end = await closing()
  await decide(claim, 'PAID')
  const left = { variance: '-800000.00', varianceLeft: '200000.00', varianceStatus: 'OPEN' }
  expect(await countOf(end.id)).toMatchObject(left)
  expect((await it.list(listCounts, { filter: { varianceStatus: ['OPEN'] } }, as('kiemsoat'))).data?.result).toMatchObject([left])
  expect((await it.call(findShift, { id: end.shiftId ?? '' }, as('kiemsoat'))).data?.counts.at(-1)).toMatchObject(left)
  const { rows } = await it.runtime.pool.query(
    "select amount from cash.day_close_items('{1}', array[$1::bigint], array[$2::date]) where found_by = 'VARIANCES'",
    [world.hanoi.unitId, localDate(it.runtime.clock.now())],
  )
  expect(rows).toEqual([{ amount: '200000.00' }])
  await approve(await explain(end.id))
  await expectBooks(0, 200)
  await settle(end.id, 'PAY_BACK')
  await nextShift()
})

test('made, decided after the shift has closed: its money comes from what the count has left pending, and the next till keeps its own', async () => {
  const claim = await shiftWith(true)
  const end = await closing()
  await approve(await explain(end.id))
  expect(await statusOf(end.shiftId)).toBe('CLOSED')
  await expectBooks(1000, 0)
  expect((await opening()).payouts).toEqual([])
  // What the last teller's till lacks is not kept from the next one.
  const free = await it.runtime.db.transaction().execute((tx) => freeCash(tx, [world.hanoi.tillId]))
  expect(free.get(world.hanoi.tillId)).toBe(BigInt(cash) * 100_000n)
  const nextCount = await it.runtime.pool.query('select max(id)::text as id from cash.count')
  expect((await countOf(nextCount.rows[0].id))?.payouts).toEqual([])
  await decide(claim, 'PAID')
  await expectBooks(0, 0)
  expect(await differenceOf(end.id)).toMatchObject([{ amount: '-1000000.00', status: 'CLEARED', settlement: null }])
  const { data } = await it.call(myShift, {}, as(TELLER))
  expect(data?.shift).toMatchObject({ moneyIn: '0.00', moneyOut: '0.00' })
  const next = await closing()
  expect([next.variance, await statusOf(next.shiftId)]).toEqual(['0.00', 'CLOSED'])
})

test('not made, decided after the shift has closed: the shortage stays, to be settled', async () => {
  const claim = await shiftWith(false)
  cash -= 1000
  const end = await closing()
  await approve(await explain(end.id))
  await decide(claim, 'NOT_PAID')
  await expectBooks(1000, 0)
  expect(await differenceOf(end.id)).toMatchObject([{ amount: '-1000000.00', status: 'OPEN' }])
  await settle(end.id, 'WRITE_OFF')
  await expectBooks(0, 0)
})

test.each([
  { missing: 1500, short: 500, over: 0, what: 'more was missing, the rest stays short' },
  { missing: 400, short: 0, over: 600, what: 'less was missing, the rest was a surplus' },
])('made, decided after the close, while somebody proposes what becomes of the shortage: $what', async ({ missing, short, over }) => {
  const claim = await shiftWith(true)
  cash += PAYOUT - missing
  const end = await closing()
  await approve(await explain(end.id))
  const [open] = await differenceOf(end.id)
  const asked = await it.call(
    settleDifference,
    { id: open?.id ?? '', version: open?.version ?? -1, settlement: 'WRITE_OFF', reason: 'Theo biên bản' },
    as('ketoan'),
  )
  expect((await it.call(getRequest, { id: asked.data?.requestId ?? '' }, as('kiemsoat'))).data?.changes).toEqual(expect.arrayContaining(explaining(claim)))
  await decide(claim, 'PAID')
  await expectBooks(short, over)
  expect((await it.call(getRequest, { id: asked.data?.requestId ?? '' }, as('kiemsoat'))).data).toMatchObject({ status: 'EXPIRED' })
  await settle(end.id, short > 0 ? 'WRITE_OFF' : 'PAY_BACK')
  await expectBooks(0, 0)
  await nextShift()
})

test('made, although the count was even, or after its shortage was written off: as much more was in the till, and is owed to whose it is', async () => {
  const claim = await shiftWith(true)
  cash += PAYOUT
  const even = await closing()
  expect([even.variance, await statusOf(even.shiftId)]).toEqual(['0.00', 'CLOSED'])
  await decide(claim, 'PAID')
  await expectBooks(0, 1000)
  await settle(even.id, 'PAY_BACK')
  const late = await shiftWith(true)
  const end = await closing()
  await approve(await explain(end.id))
  await settle(end.id, 'WRITE_OFF')
  await decide(late, 'PAID')
  await expectBooks(0, 1000)
  await settle(end.id, 'PAY_BACK')
  await expectBooks(0, 0)
  await nextShift()
})

test('a count that takes the place of one not explained has it again, and gives way to it all the same', async () => {
  const claim = await shiftWith(true)
  await closing()
  const again = await closing()
  expect(again.variance).toBe('-1000000.00')
  await decide(claim, 'PAID')
  expect(await countOf(again.id)).toMatchObject({ varianceStatus: 'CLEARED' })
  await expectBooks(0, 0)
  await nextShift()
})

/** Cash that is handed over now at a channel that reports it later. */
async function offline() {
  const { data } = await world.send(transfer(world.hanoi))
  cash = (await booked()).till - PAYOUT
  return payout(world.hanoi, data?.transactionCode ?? '', { ...PAID, occurredAt: isoLocal(it.runtime.clock.now()) })
}
const begun = async () => expect((await opening()).variance).toBe('0.00')

test.each(['explained', 'posted'] as const)(
  'reported as made only after the count, which is %s: taken from what it has found, and from the till once',
  async (state) => {
    await begun()
    const report = await offline()
    const end = await closing()
    expect(end.variance).toBe('-1000000.00')
    const waiting = await explain(end.id)
    if (state === 'posted') await approve(waiting)
    expect(await world.send(report)).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
    await expectBooks(0, 0)
    expect(await countOf(end.id)).toMatchObject({ varianceStatus: state === 'posted' ? 'POSTED' : 'CLEARED', payouts: [{ status: 'PAID' }] })
    expect(await differenceOf(end.id)).toMatchObject(state === 'posted' ? [{ amount: '-1000000.00', status: 'CLEARED' }] : [])
    await nextShift()
  },
)

test('asked for in the shift by a channel whose clock is behind: its cash was there at the opening count, and the till pays it', async () => {
  const { data } = await world.send(transfer(world.hanoi))
  cash = (await booked()).till
  const code = data?.transactionCode ?? ''
  const ask = payout(world.hanoi, code, { secret: data?.told?.secret, occurredAt: isoLocal(it.runtime.clock.now()) })
  await begun()
  expect(await world.send(ask)).toMatchObject({ status: 200, data: { status: 'INITIATED' } })
  expect(await world.outcome(ask.externalRef, 'SUCCEEDED')).toMatchObject({ status: 200 })
  cash -= PAYOUT
  await expectBooks(0, 0)
  const end = await closing()
  expect([end.variance, await statusOf(end.shiftId)]).toEqual(['0.00', 'CLOSED'])
})

test('decided while the till is being counted anew: the variance is gone, and that count closes the shift', async () => {
  const claim = await shiftWith(true)
  const end = await closing()
  await it.call(startCount, { holdingId: world.hanoi.tillId, reason: 'SHIFT' }, as(TELLER))
  await decide(claim, 'PAID')
  expect(await countOf(end.id)).toMatchObject({ varianceStatus: 'CLEARED' })
  expect(await statusOf(end.shiftId)).toBe('COUNTED')
  const again = await count(cash, async () => {})
  expect([again.variance, await statusOf(end.shiftId)]).toEqual(['0.00', 'CLOSED'])
  await expectBooks(0, 0)
  await nextShift()
})

const waiting = async () =>
  (await owner().query("select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")).rows[0].n

/** Keeps a row locked while `inside` runs. */
async function holding<T>(row: string, values: string[], inside: () => Promise<T>): Promise<T> {
  const lock = await owner().connect()
  try {
    await lock.query('begin')
    await lock.query(`select from ${row} for update`, values)
    return await inside()
  } finally {
    await lock.query('rollback')
    lock.release()
  }
}
const waitingFor = (sessions: number) => expect.poll(waiting, { timeout: 10_000, interval: 5 }).toBe(sessions)

/** Both meet at the locks of the till: the first holds them and waits for the row, the second waits for the first. */
async function meeting<A>(row: string, values: string[], first: () => Promise<A>, second: () => Promise<unknown>): Promise<A> {
  const both = await holding(row, values, async () => {
    const one = first()
    await waitingFor(1)
    const other = second()
    await waitingFor(2)
    return [one, other] as const
  })
  await both[1]
  return both[0]
}

test('decided while somebody explains the variance: their request ends', async () => {
  const claim = await shiftWith(true)
  const end = await closing()
  const asked = await meeting(
    'cash.variance where count_id = $1',
    [end.id],
    () => explain(end.id),
    () => decide(claim, 'PAID'),
  )
  expect((await it.call(getRequest, { id: asked }, as('kiemsoat'))).data).toMatchObject({ status: 'EXPIRED' })
  expect(await countOf(end.id)).toMatchObject({ varianceStatus: 'CLEARED' })
  await expectBooks(0, 0)
  await nextShift()
})

test('decided while somebody proposes what becomes of the shortage: their request ends', async () => {
  const claim = await shiftWith(true)
  const end = await closing()
  await approve(await explain(end.id))
  const [open] = await differenceOf(end.id)
  const [decided, asked] = await holding('cash.shift where id = $1', [end.shiftId ?? ''], async () => {
    const deciding = decide(claim, 'PAID')
    await waitingFor(1)
    const input = { id: open?.id ?? '', version: open?.version ?? -1, settlement: 'WRITE_OFF' as const, reason: 'Theo biên bản' }
    return [deciding, await it.call(settleDifference, input, as('ketoan'))] as const
  })
  await decided
  expect((await it.call(getRequest, { id: asked.data?.requestId ?? '' }, as('kiemsoat'))).data).toMatchObject({ status: 'EXPIRED' })
  expect(await differenceOf(end.id)).toMatchObject([{ status: 'CLEARED' }])
  await expectBooks(0, 0)
  await nextShift()
})

test.each(['the first', 'another'] as const)('decided while %s count is being submitted: that one has found it', async (nth) => {
  const claim = await shiftWith(true)
  if (nth === 'another') await closing()
  const end = await meeting('ledger.account where code = $1', [world.hanoi.accountCode], closing, () => decide(claim, 'PAID'))
  expect(end.variance).toBe('-1000000.00')
  expect(await countOf(end.id)).toMatchObject({ varianceStatus: 'CLEARED' })
  expect(await statusOf(end.shiftId)).toBe('CLOSED')
  await expectBooks(0, 0)
  await nextShift()
})

test('whoever decides waits for what was paid before holding the till, as a payment does', async () => {
  const claim = await shiftWith(true)
  const decided = await holding('cash.money_order where payout_transaction_id = (select transaction_id from cash.slip where id = $1)', [claim.id], async () => {
    const deciding = decide(claim, 'PAID')
    await waitingFor(1)
    await owner().query('select from cash.holding where id = $1 for update nowait', [world.hanoi.tillId])
    return [deciding] as const
  })
  await decided[0]
  const end = await closing()
  expect([end.variance, await statusOf(end.shiftId)]).toEqual(['0.00', 'CLOSED'])
})

async function spotCheck() {
  const started = await it.call(startCount, { holdingId: world.hanoi.tillId, reason: 'SPOT' }, as('ketoan'))
  const checked = await it.call(submitCount, { sessionId: started.data?.id ?? '0', lines: pieces(cash) }, as('ketoan'))
  if (!checked.data) throw new Error(JSON.stringify([started, checked]))
  return checked.data
}

test.each(['before', 'after'] as const)('a spot check %s nobody knew of it', async (when) => {
  await begun()
  const claim = await claimed()
  if (when === 'before') expect((await spotCheck()).variance).toBe('0.00')
  await lose(claim)
  cash -= PAYOUT
  const spot = when === 'after' ? await spotCheck() : undefined
  await decide(claim, 'PAID')
  // Its cash was there when it was checked before, and not any more afterwards: the till has paid it either way.
  await expectBooks(0, 0)
  if (spot) expect(await countOf(spot.id)).toMatchObject({ variance: '-1000000.00', varianceStatus: 'CLEARED', payouts: [{ status: 'PAID' }] })
  const end = await closing()
  expect([end.variance, await statusOf(end.shiftId)]).toEqual(['0.00', 'CLOSED'])
})

test('what the system does to count, shift, difference and request is in the audit log', async () => {
  const entries = async (...about: [string, string][]) => {
    const { rows } = await owner().query(
      `select subject_type as subject, action, after::jsonb->>'status' as status, after::jsonb->>'varianceStatus' as variance, after::jsonb->>'payout' as payout
       from platform.audit_entry where actor = 'system' and subject_type || ' ' || subject_id = any($1) order by id`,
      [about.map((one) => one.join(' '))],
    )
    return rows
  }
  const first = await shiftWith(true)
  const unposted = await closing()
  const asked = await explain(unposted.id)
  await decide(first, 'PAID')
  const late = await shiftWith(true)
  cash -= 500
  const posted = await closing()
  await approve(await explain(posted.id))
  const [short] = await differenceOf(posted.id)
  await decide(late, 'PAID')
  const rest = (await differenceOf(posted.id)).find(({ status }) => status === 'OPEN')
  const [count, shift, difference] = ['cash.count', 'cash.shift', 'cash.pending_difference']
  const made = (subject: string | undefined, payout: string, fields: object) =>
    expect.objectContaining({ subject, action: 'cash.payoutMade', payout, ...fields })
  const found = await entries(
    ['cash.count', unposted.id],
    ['cash.shift', unposted.shiftId ?? ''],
    ['approvals.request', asked],
    ['cash.pending_difference', short?.id ?? ''],
    ['cash.pending_difference', rest?.id ?? ''],
  )
  expect(found).toEqual([
    expect.objectContaining({ subject: count, action: 'approvals.EXPIRED' }),
    expect.objectContaining({ subject: 'approvals.request', action: 'approvals.expire', status: 'EXPIRED' }),
    made(count, first.code, { variance: 'CLEARED' }),
    made(shift, first.code, { status: 'CLOSED' }),
    made(difference, late.code, { status: 'CLEARED' }),
    made(difference, late.code, { status: 'OPEN' }),
  ])
  await settle(posted.id, 'WRITE_OFF')
  await expectBooks(0, 0)
  await nextShift()
})
