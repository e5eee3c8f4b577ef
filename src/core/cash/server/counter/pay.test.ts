import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { approveCashOrders, listCashOrders, rejectCashOrders, withdrawCashOrder } from '#core/cash/contract/counter/cash-order.ts'
import { claimPayable, confirmClaim, findPayables, payDesk, proposeResult, releaseClaim } from '#core/cash/contract/counter/pay.ts'
import { printCounterSlip } from '#core/cash/contract/counter/slip.ts'
import { takeOverShift } from '#core/cash/contract/shifts.ts'
import type { RawInputOf } from '#kernel/contract.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import type { JobSchedule } from '#platform/server/module.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { BINH, type CounterWorld, counterWorld, fetcherOf, LAN, PAID, payout, type TestCounter, transfer } from '../../../../../test/counter.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { balances } from '../../../../../test/payments.ts'
import { serverModules } from '../../../../app/modules.ts'

let it: TestApp
let world: CounterWorld
const CFM = { clientId: 'PP_CFM_NEW' } as const
/** Tellers of two offices; the people behind them have an open shift at the till there. */
const hanoi = { as: 'giaodichvien', ...CFM }
const checker = { as: 'kiemsoat', ...CFM }
let other: { as: string } & typeof CFM

beforeAll(async () => {
  it = await testApp()
  world = await counterWorld(it)
  other = { as: await teller(world.hcm), ...CFM }
  await seat(world.hanoi, 'giaodichvien')
  // Of the two who decide, one decides the large ones.
  await owner().query(
    "delete from iam.role_permission where role_id = (select id from iam.role where code = 'CHECKER') and permission_id = (select id from iam.permission where uri = 'cash/orders/large/approve')",
  )
  await world.openShift(world.hanoi)
  await world.openShift(world.hcm)
  await fund(world.hanoi)
  await fund(world.hcm)
})
afterAll(() => it?.close())

const owner = () => it.runtime.database.owner
/** The account of a teller who sits at a counter of the test. */
const seat = (counter: TestCounter, account: string) =>
  owner().query('update iam.user_account set staff_id = $1, unit_id = $2 where account = $3', [counter.staffId, counter.unitId, account])
async function teller(counter: TestCounter): Promise<string> {
  const { rows } = await owner().query(
    `select u.account from iam.user_account u join iam.user_role g on g.user_id = u.id join iam.role r on r.id = g.role_id and r.code = 'TELLER'
     where u.account <> 'giaodichvien' order by u.id limit 1`,
  )
  await seat(counter, rows[0].account)
  return rows[0].account
}
async function run(name: string): Promise<void> {
  const { job, input } = serverModules.flatMap(({ schedules = [] }) => schedules).find((one) => one.job.name === name) as JobSchedule
  await it.runtime.db.transaction().execute((tx) => enqueue(tx, job, input as never))
  await runJobs(it)
}
const fund = (counter: TestCounter) =>
  world.send(transfer(counter, { amount: '499000000', receiver: { name: 'Quỹ đầu ngày' } })).then(({ status }) => expect(status).toBe(200))

const command = (options: object = hanoi) => ({ ...options, headers: { 'idempotency-key': randomUUID() } }) as never
async function sent(change: object = {}) {
  const reply = await world.send(transfer(world.hanoi, change))
  return { code: reply.data?.transactionCode ?? '', secret: reply.data?.told?.secret ?? '' }
}
const asked = (code: string, secret: string, change: object = {}): RawInputOf<typeof claimPayable> =>
  ({ kind: 'MONEY_ORDER_PAYOUT', code, to: 'RECEIVER', amount: '1000000', payee: fetcherOf(code), secret, ...change }) as never
const claim = (code: string, secret: string, change: object = {}, as: object = hanoi) => it.call(claimPayable, asked(code, secret, change), command(as))
const statusOf = async (code: string) => (await it.runtime.pool.query('select status from cash.money_order where code = $1', [code])).rows[0]?.status
const slipOf = async (code: string) =>
  (await it.runtime.pool.query("select status from cash.slip where source_id = $1 and direction = 'OUT' order by id desc limit 1", [code])).rows[0]?.status

describe('paying in the portal', () => {
  test('an order is found by its code, held with the papers, confirmed, and its slip printed', async () => {
    const { code, secret } = await sent()
    const { data } = await it.call(findPayables, { text: code.toLowerCase() }, hanoi)
    expect(data?.found).toMatchObject([
      { kind: 'MONEY_ORDER_PAYOUT', code, to: 'RECEIVER', name: BINH.name, amount: '1000000.00', needsSecret: true, hindrance: null },
    ])
    const before = await balances(it.runtime)
    const held = await claim(code, secret)
    expect(held).toMatchObject({ status: 200, data: { result: 'CLAIMED', claim: { status: 'CLAIMED', sourceCode: code, amount: '1000000.00' } } })
    const { id = '', transactionId = '' } = held.data?.claim ?? {}
    expect(Date.parse(held.data?.claim?.heldUntil ?? '') - Date.parse(held.data?.claim?.claimedAt ?? '')).toBe(300_000)
    expect((await it.call(payDesk, {}, hanoi)).data).toMatchObject({ till: { code: world.hanoi.till }, claims: [{ id }] })
    expect(await it.call(printCounterSlip, { id: transactionId }, hanoi)).toMatchObject({ status: 409, code: 'CSH-608' })
    expect(await it.call(confirmClaim, { id }, command())).toMatchObject({ status: 200 })
    const after = await balances(it.runtime)
    expect(Number(after[world.hanoi.accountCode]) - Number(before[world.hanoi.accountCode])).toBe(-1_000_000)
    expect(await statusOf(code)).toBe('PAID')
    expect((await it.call(printCounterSlip, { id: transactionId }, hanoi)).status).toBe(200)
    expect(await it.call(confirmClaim, { id }, command())).toMatchObject({ status: 409, code: 'CSH-632' })
    expect(await it.call(releaseClaim, { id }, command())).toMatchObject({ status: 409, code: 'CSH-632' })
  })

  test('what was paid is refused at another office, which learns where and when', async () => {
    const { code, secret } = await sent()
    const held = await claim(code, secret)
    await it.call(confirmClaim, { id: held.data?.claim?.id ?? '' }, command())
    const refusal = await claim(code, secret, {}, other)
    expect(refusal).toMatchObject({ status: 409, code: 'CFM-008' })
    const office = (await it.runtime.pool.query('select name from organisation.unit where id = $1', [world.hanoi.unitId])).rows[0].name
    expect(refusal.message).toContain(`đã trả tại ${office}`)
    expect(refusal.message).toMatch(/\d\d:\d\d/)
    const { data } = await it.call(findPayables, { text: code }, other)
    expect(data?.found[0]?.hindrance).toBe(refusal.message)
  })

  test('64 at the same time at two offices: one holds it', async () => {
    const { code, secret } = await sent()
    const replies = await Promise.all(Array.from({ length: 64 }, (_, n) => claim(code, secret, {}, n % 2 ? hanoi : other)))
    expect(replies.filter(({ data }) => data?.result === 'CLAIMED')).toHaveLength(1)
    // Whoever waits too long for a connection is asked to try again.
    const refusals = replies.filter(({ data }) => data?.result !== 'CLAIMED').map(({ code: refusal }) => refusal)
    expect(refusals.filter((refusal) => refusal !== 'CFM-008' && refusal !== 'SYS-503')).toEqual([])
    expect(await claim(code, secret, {}, other)).toMatchObject({ status: 409, code: 'CFM-008' })
    const { rows } = await it.runtime.pool.query("select count(*)::int as n from cash.slip where source_id = $1 and direction = 'OUT'", [code])
    expect(rows[0].n).toBe(1)
  })

  test('two orders of the same amount asked for by one person at two offices at the same moment: one is held, and named to the other', async () => {
    const orders = [await sent(), await sent()]
    const payee = fetcherOf(orders[0]?.code ?? '')
    const replies = await Promise.all(orders.map(({ code, secret }, n) => claim(code, secret, { payee }, n ? other : hanoi)))
    expect(replies.map(({ data, code }) => data?.result ?? code).toSorted()).toEqual(['CLAIMED', 'CSH-610'])
    const held = replies.findIndex(({ data }) => data?.result === 'CLAIMED')
    await it.call(confirmClaim, { id: replies[held]?.data?.claim?.id ?? '' }, command(held ? other : hanoi))
  })

  test('the same press twice holds it once', async () => {
    const { code, secret } = await sent()
    const key = command()
    const [first, second] = [await it.call(claimPayable, asked(code, secret), key), await it.call(claimPayable, asked(code, secret), key)]
    expect(second.data).toEqual(first.data)
  })

  test('given up before the cash changed hands, it is free for others', async () => {
    const { code, secret } = await sent()
    const held = await claim(code, secret)
    const id = held.data?.claim?.id ?? ''
    expect(await it.call(releaseClaim, { id }, command(other))).toMatchObject({ status: 404 })
    expect(await it.call(releaseClaim, { id }, command())).toMatchObject({ status: 200 })
    expect(await slipOf(code)).toBe('RELEASED')
    expect((await claim(code, secret, {}, other)).data).toMatchObject({ result: 'CLAIMED' })
  })

  test('neither confirmed nor given up in its minutes it is unknown, and never free by age', async () => {
    const { code, secret } = await sent()
    const id = (await claim(code, secret)).data?.claim?.id ?? ''
    await owner().query("update cash.slip set updated_at = now() - interval '6 minutes' where id = $1", [id])
    await run('cfm.age-claims')
    expect(await slipOf(code)).toBe('UNKNOWN')
    expect(await it.call(confirmClaim, { id }, command())).toMatchObject({ status: 409, code: 'CSH-630' })
    expect(await it.call(releaseClaim, { id }, command())).toMatchObject({ status: 409, code: 'CSH-630' })
    await owner().query("update cash.slip set updated_at = now() - interval '400 days' where id = $1", [id])
    await run('cfm.age-claims')
    expect(await slipOf(code)).toBe('UNKNOWN')
    const refusal = await claim(code, secret, {}, other)
    expect(refusal).toMatchObject({ status: 409, code: 'CFM-008', message: expect.stringContaining('chưa rõ kết quả') })
    expect((await it.call(findPayables, { text: code }, other)).data?.found[0]?.hindrance).toBe(refusal.message)
  })

  test.each(['PAID', 'NOT_PAID'] as const)('two people end an unknown one: %s', async (made) => {
    const { code, secret } = await sent()
    const id = (await claim(code, secret)).data?.claim?.id ?? ''
    expect(await it.call(proposeResult, { id, version: 0, made, reason: 'Đã xem camera' }, command())).toMatchObject({ status: 409, code: 'CSH-635' })
    await owner().query("update cash.slip set updated_at = now() - interval '6 minutes' where id = $1", [id])
    await run('cfm.age-claims')
    const [open] = (await it.call(payDesk, {}, hanoi)).data?.claims.filter((one) => one.id === id) ?? []
    const asked = await it.call(proposeResult, { id, version: open?.version ?? 0, made, reason: 'Đã xem camera và phiếu chi' }, command())
    expect(asked.status, JSON.stringify(asked)).toBe(200)
    const before = await balances(it.runtime)
    const requestId = asked.data?.requestId ?? ''
    expect((await it.call(decideRequest, { id: requestId, version: 0, decision: 'APPROVE' }, command())).status).toBe(403)
    expect(await it.call(decideRequest, { id: requestId, version: 0, decision: 'APPROVE' }, command(checker))).toMatchObject({ status: 200 })
    const after = await balances(it.runtime)
    expect(Number(after[world.hanoi.accountCode]) - Number(before[world.hanoi.accountCode])).toBe(made === 'PAID' ? -1_000_000 : 0)
    expect([await statusOf(code), await slipOf(code)]).toEqual(made === 'PAID' ? ['PAID', 'PAID'] : ['SENT', 'RELEASED'])
    if (made === 'NOT_PAID') expect((await claim(code, secret, {}, other)).data).toMatchObject({ result: 'CLAIMED' })
  })

  test('wrong secrets are answered and count, until the order is locked', async () => {
    const { code, secret } = await sent()
    const wrong = secret === '00000000' ? '11111111' : '00000000'
    for (let n = 0; n < 4; n++)
      expect(await claim(code, wrong)).toMatchObject({ status: 200, data: { result: 'REFUSED', refusal: { code: 'CFM-004', field: 'secret' } } })
    expect((await claim(code, wrong)).data).toMatchObject({ result: 'REFUSED', refusal: { code: 'CFM-005' } })
    expect((await claim(code, secret)).data).toMatchObject({ result: 'REFUSED', refusal: { code: 'CFM-005' } })
    expect(await statusOf(code)).toBe('SENT')
  })

  test.each<[string, object, string]>([
    ['another amount', { amount: '999000' }, 'CFM-002'],
    ['an unknown order', { code: 'CT000000000000000' }, 'CFM-001'],
    ['a kind that counters do not pay', { kind: 'PARCEL' }, 'CSH-634'],
    ['an old identity card', { payee: { ...BINH, identityNumber: '012345678' } }, 'CSH-606'],
    ['no secret', { secret: undefined }, 'CFM-003'],
  ])('%s is refused and changes nothing', async (_, change, refusal) => {
    const { code, secret } = await sent()
    expect(await claim(code, secret, change)).toMatchObject({ code: refusal })
    expect(await statusOf(code)).toBe('SENT')
    expect(await slipOf(code)).toBeUndefined()
  })

  test('without an open shift nothing is paid', async () => {
    const { code, secret } = await sent()
    await owner().query("update cash.shift set status = 'CLOSED', closed_at = now() where teller_staff_id = $1", [world.hcm.staffId])
    expect(await claim(code, secret, {}, other)).toMatchObject({ status: 409, code: 'CSH-120' })
    expect((await it.call(payDesk, {}, other)).data).toMatchObject({ till: null })
    await owner().query("update cash.shift set status = 'OPEN', closed_at = null where teller_staff_id = $1", [world.hcm.staffId])
  })

  test('nobody closes the shift in the teller’s place while the till holds a slip to pay it', async () => {
    const { code, secret } = await sent()
    const { rows } = await owner().query("select id, version from cash.shift where teller_staff_id = $1 and status = 'OPEN'", [world.hanoi.staffId])
    const witness = (await owner().query("select staff_id from iam.user_account where account = 'giaodichvien2'")).rows[0].staff_id
    const input = { id: rows[0].id, version: rows[0].version, witnessId: witness, reason: 'Giao dịch viên đi cấp cứu' }
    const held = (await claim(code, secret)).data?.claim?.id ?? ''
    expect(await it.call(takeOverShift, input, { as: 'ketoan', ...CFM })).toMatchObject({
      status: 409,
      code: 'CSH-637',
    })
    await it.call(releaseClaim, { id: held }, command())
  })

  test('what a counter channel has claimed is ended by that channel', async () => {
    const { code, secret } = await sent()
    await world.send(payout(world.hanoi, code, { secret }))
    const { rows } = await it.runtime.pool.query("select id from cash.slip where source_id = $1 and direction = 'OUT'", [code])
    expect(await it.call(confirmClaim, { id: rows[0].id }, command())).toMatchObject({ status: 409, code: 'CSH-633' })
  })
})

describe('a cash order', () => {
  const LARGE = '60000000'
  const orders = async (code: string, as: object = checker) => (await it.list(listCashOrders, { filter: { text: code } }, as as never)).data?.result ?? []
  const decide = (contract: typeof approveCashOrders | typeof rejectCashOrders, { id, version }: { id: string; version: number }, as: object = checker) =>
    it.call(contract as typeof rejectCashOrders, { rows: [{ id, version }], note: 'Đã xem giấy tờ' }, as as never)
  let code: string
  let secret: string
  /** As its teller sees it at the desk. */
  const ownOrder = async () => (await it.call(payDesk, {}, hanoi)).data?.orders.find(({ sourceCode }) => sourceCode === code)
  const claimLarge = (change: object = {}, as: object = hanoi) => claim(code, secret, { amount: LARGE, ...change }, as)
  beforeEach(async () => {
    ;({ code, secret } = await sent({ amount: LARGE }))
  })

  test('is made by a claim above the teller’s limit, approved by somebody else, and used once', async () => {
    expect(await claimLarge()).toMatchObject({ status: 200, data: { result: 'WAITING', claim: null, refusal: { code: 'CSH-620' } } })
    expect(await claimLarge()).toMatchObject({ status: 409, code: 'CSH-621' })
    const [order] = await orders(code)
    expect(order).toMatchObject({
      status: 'PENDING',
      amount: '60000000.00',
      sourceCode: code,
      tillCode: world.hanoi.till,
      own: false,
      identityNumber: `••••••••${fetcherOf(code).identityNumber.slice(-4)}`,
    })
    expect(await ownOrder()).toMatchObject({ status: 'PENDING', amount: '60000000.00' })
    expect((await decide(approveCashOrders, order as never)).data).toMatchObject({ done: 1, refused: 0 })
    expect(await ownOrder()).toMatchObject({ status: 'APPROVED' })
    const held = await claimLarge()
    expect(held.data).toMatchObject({ result: 'CLAIMED' })
    expect(await ownOrder()).toBeUndefined()
    expect(await orders(code)).toMatchObject([{ status: 'USED', slipCode: held.data?.claim?.code, decidedBy: 'kiemsoat' }])
    // Given up, it needs another one.
    await it.call(releaseClaim, { id: held.data?.claim?.id ?? '' }, command())
    expect((await claimLarge()).data).toMatchObject({ result: 'WAITING' })
    expect((await orders(code)).map(({ status }) => status).toSorted()).toEqual(['PENDING', 'USED'])
  })

  test('is decided with others, each by itself', async () => {
    await claimLarge()
    const [first] = await orders(code)
    const another = await sent({ amount: LARGE })
    await claim(another.code, another.secret, { amount: LARGE })
    const [second] = await orders(another.code)
    const rows = [
      { id: first?.id ?? '', version: (first?.version ?? 0) + 5 },
      { id: second?.id ?? '', version: second?.version ?? 0 },
    ]
    const { data } = await it.call(approveCashOrders, { rows, note: 'Đã xem giấy tờ' }, checker as never)
    expect(data).toMatchObject({ done: 1, refused: 1, results: [{ code: 'SYS-409' }, {}] })
    expect((await orders(code))[0]).toMatchObject({ status: 'PENDING' })
    expect((await orders(another.code))[0]).toMatchObject({ status: 'APPROVED', note: 'Đã xem giấy tờ' })
    expect((await it.call(rejectCashOrders, { rows: [{ id: first?.id ?? '', version: first?.version ?? 0 }], note: '' }, checker as never)).status).toBe(422)
  })

  test('counts for its till and its payee only', async () => {
    await claimLarge()
    const [order] = await orders(code)
    expect(await claimLarge({}, other)).toMatchObject({ status: 409, code: 'CSH-622', message: expect.stringContaining(world.hanoi.till) })
    await decide(approveCashOrders, order as never)
    expect(await claimLarge({}, other)).toMatchObject({ status: 409, code: 'CSH-622' })
    expect(await claimLarge({ payee: LAN })).toMatchObject({ status: 409, code: 'CSH-623' })
    expect(await slipOf(code)).toBeUndefined()
  })

  test('is not decided by who asked, in the database either', async () => {
    await claimLarge()
    const [order] = await orders(code)
    const behind = (account: string, staffId: string | null) =>
      owner().query('update iam.user_account set staff_id = $1 where account = $2', [staffId, account])
    const { rows } = await owner().query("select staff_id from iam.user_account where account = 'kiemsoat'")
    await behind('giaodichvien', null)
    await behind('kiemsoat', world.hanoi.staffId)
    expect((await decide(approveCashOrders, order as never)).data?.results).toMatchObject([{ code: 'CSH-624' }])
    await behind('kiemsoat', rows[0].staff_id)
    await behind('giaodichvien', world.hanoi.staffId)
    await expect(
      owner().query("update cash.cash_order set status = 'APPROVED', decided_by = 'x', decided_at = now(), decided_staff_id = teller_staff_id where id = $1", [
        order?.id,
      ]),
    ).rejects.toThrow('two_people')
  })

  test('rejected, withdrawn or of a day that is over it lets nothing be paid', async () => {
    await claimLarge()
    const [first] = await orders(code)
    expect((await decide(rejectCashOrders, first as never)).data).toMatchObject({ done: 1 })
    expect((await claimLarge()).data).toMatchObject({ result: 'WAITING' })
    const second = (await orders(code)).find(({ status }) => status === 'PENDING')
    expect(await it.call(withdrawCashOrder, { id: second?.id ?? '', version: second?.version ?? 0 }, hanoi)).toMatchObject({ status: 200 })
    expect((await claimLarge()).data).toMatchObject({ result: 'WAITING' })
    const third = (await orders(code)).find(({ status }) => status === 'PENDING')
    await decide(approveCashOrders, third as never)
    await owner().query('alter table cash.cash_order disable trigger asked_kept')
    await owner().query('update cash.cash_order set business_date = business_date - 1 where id = $1', [third?.id])
    await owner().query('alter table cash.cash_order enable trigger asked_kept')
    expect((await claimLarge()).data).toMatchObject({ result: 'WAITING' })
    expect((await orders(code)).map(({ status }) => status).toSorted()).toEqual(['EXPIRED', 'PENDING', 'REJECTED', 'WITHDRAWN'])
    const [fourth] = (await orders(code)).filter(({ status }) => status === 'PENDING')
    await owner().query('alter table cash.cash_order disable trigger asked_kept')
    await owner().query('update cash.cash_order set business_date = business_date - 1 where id = $1', [fourth?.id])
    await owner().query('alter table cash.cash_order enable trigger asked_kept')
    expect((await decide(approveCashOrders, { ...fourth, version: fourth?.version ?? 0 } as never)).data?.results).toMatchObject([{ code: 'CSH-627' }])
    await run('cash.expire-orders')
    expect((await orders(code)).filter(({ status }) => status === 'EXPIRED')).toHaveLength(2)
  })

  test('holds for requests of a counter channel too; what has happened is never refused', async () => {
    expect(await world.send(payout(world.hcm, code, { secret, amount: LARGE }))).toMatchObject({ status: 409, code: 'CSH-620' })
    expect(await orders(code)).toMatchObject([{ status: 'PENDING', tillCode: world.hcm.till }])
    expect(await world.send(payout(world.hanoi, code, { amount: LARGE, ...PAID }))).toMatchObject({ status: 200 })
    expect(await orders(code)).toMatchObject([{ status: 'EXPIRED' }])
  })

  test('of a large amount is decided by the next tier', async () => {
    ;({ code, secret } = await sent({ amount: '450000000' }))
    await claimLarge({ amount: '450000000' })
    const [order] = await orders(code)
    expect(order).toMatchObject({ large: true })
    expect((await decide(approveCashOrders, order as never)).data?.results).toMatchObject([{ code: 'CSH-625' }])
    expect((await decide(approveCashOrders, order as never, { as: 'admin', ...CFM })).data).toMatchObject({ done: 1 })
  })
})
