/** Items of retail senders, paid in cash at counters. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findPayables } from '#core/cash/contract/counter/pay.ts'
import { printCounterSlip } from '#core/cash/contract/counter/slip.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { traceMoney } from '#core/trace/contract/trace.ts'
import { localDate } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { collected, eventLine, feedEvents } from '../../../../../test/cob.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { SENDER, type SenderWorld, senderWorld } from '../../../../../test/sender-payouts.ts'
import { findItem, holdItem, releaseItem } from '../../contract/items.ts'
import { getPayoutPeople, senderPayoutTransactions } from '../../contract/payouts/service.ts'
import { listWatched } from '../../contract/watch.ts'
import { codPayments } from '../deposits/service.ts'
import { runWatchRules } from '../watch/run.ts'

let it: TestApp
let world: SenderWorld
beforeAll(async () => {
  it = await testApp()
  world = await senderWorld(it)
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  const { rows } = await it.runtime.pool.query('select * from cob.item_sum_faults()')
  expect(rows).toEqual([])
  const { ledger, items } = await world.owed()
  expect(ledger).toBe(items)
  await it.close()
})

const day = localDate(new Date())
const PAID = { outcome: { status: 'SUCCEEDED', code: '00', message: 'Đã giao tiền' } }
const COB = { as: 'ketoan', clientId: 'PP_COB' } as const
const detail = async (id: string) => (await it.call(findItem, { id }, COB)).data
const found = async (text: string, as = world.here) => (await it.call(findPayables, { text }, { as, clientId: 'PP_CFM_NEW' } as never)).data?.found ?? []
const one = async (amount = 350_000) => (await world.payable([amount]))[0] as { code: string; id: string }
const slipOf = async (code: string, amount: number) => {
  const { data, message } = await world.claim(code, amount)
  if (!data?.claim) throw new Error(message)
  return data.claim
}

describe('an item that is handed in', () => {
  test('is found by its code, held, paid once its cash is handed over, and its slip printed', async () => {
    const { code, id } = await one(410_000)
    expect(await found(code.toLowerCase())).toMatchObject([
      { kind: 'COD_ITEM', code, to: 'SENDER', name: 'Shop Hoa Sen', identityNumber: null, amount: '410000.00', hindrance: null },
      { code, to: 'AUTHORISED', paper: '' },
    ])
    const [owed, till] = [await world.balance('3388.COD'), await world.balance(world.counters.hanoi.accountCode)]
    const slip = await slipOf(code, 410_000)
    expect(await world.state(code)).toEqual({ money: 'PAYABLE', hold: null })
    expect(await world.confirm(slip.id)).toMatchObject({ status: 200 })
    expect(await world.state(code)).toEqual({ money: 'PAID_OUT', hold: null })
    expect(owed - (await world.balance('3388.COD'))).toBe(410_000)
    expect(till - (await world.balance(world.counters.hanoi.accountCode))).toBe(410_000)
    expect(await it.call(printCounterSlip, { id: slip.transactionId }, { as: world.here, clientId: 'PP_CFM_NEW' } as never)).toMatchObject({ status: 200 })
    const item = await detail(id)
    expect(item).toMatchObject({ moneyState: 'PAID_OUT', holderKind: 'SENDER', paidOutAt: expect.any(String), daysHeld: null })
    expect(item?.payouts).toMatchObject([
      { code: slip.code, status: 'PAID', amount: '410000.00', tillCode: world.counters.hanoi.till, personName: SENDER.name },
    ])
    expect(item?.journals.map(({ kind }) => kind)).toEqual(['COD_COLLECTED', 'COD_DEPOSIT', 'COD_SENDER_PAID'])
    const [again] = await found(code)
    expect(again?.hindrance).toMatch(/đã chi cho người gửi tại .* lúc /)
    expect(await world.claim(code, 410_000)).toMatchObject({ status: 409, code: 'COB-606' })
  })

  test('is one of the list of payouts, and the trace of its money ends with its sender', async () => {
    const { code } = await one(420_000)
    const slip = await slipOf(code, 420_000)
    await world.confirm(slip.id)
    const list = await it.list(senderPayoutTransactions.list, { filter: { from: day, to: day, itemCode: code.toLowerCase() } }, COB)
    expect(list.data?.result).toMatchObject([{ code: slip.code, status: 'SUCCEEDED', amount: '420000.00' }])
    const trace = (await it.call(traceMoney, { reference: code }, { ...COB, clientId: 'O2O_CRM' })).data
    expect(JSON.stringify(trace)).toContain(slip.code)
  })

  test('asked for 64 times at the same moment at two offices is held once', async () => {
    const { code } = await one(430_000)
    const replies = await Promise.all(
      Array.from({ length: 64 }, async (_, n) => {
        const { status, data, code: refused } = await world.claim(code, 430_000, {}, n % 2 ? world.here : world.there)
        return data?.result === 'CLAIMED' ? 'HELD' : `${status} ${refused}`
      }),
    )
    expect(replies.filter((reply) => reply === 'HELD')).toHaveLength(1)
    // Whoever waits too long for a connection is asked to try again.
    expect(new Set(replies.filter((reply) => reply !== '503 SYS-503'))).toEqual(new Set(['HELD', '409 COB-607']))
  })

  test('is free again when its claim is given up, and paid elsewhere', async () => {
    const { code } = await one(440_000)
    const owed = await world.balance('3388.COD')
    const slip = await slipOf(code, 440_000)
    expect((await found(code))[0]?.hindrance).toMatch(/đang được chi tại/)
    expect(await world.release(slip.id)).toMatchObject({ status: 200 })
    expect(await world.state(code)).toEqual({ money: 'PAYABLE', hold: null })
    expect(await world.balance('3388.COD')).toBe(owed)
    const { data } = await world.claim(code, 440_000, {}, world.there)
    expect(await world.confirm(data?.claim?.id ?? '', world.there)).toMatchObject({ status: 200 })
    expect(await world.state(code)).toEqual({ money: 'PAID_OUT', hold: null })
  })

  test('stays held while nobody knows what became of it, until that is known', async () => {
    const { code } = await one(450_000)
    const lost = world.report(code, 450_000, { outcome: { status: 'UNKNOWN', code: '68', message: 'Mất mạng' } })
    expect(await world.counters.send(lost)).toMatchObject({ status: 200 })
    expect(await world.claim(code, 450_000, {}, world.there)).toMatchObject({ status: 409, code: 'COB-608' })
    expect(await world.counters.outcome(lost.externalRef, 'SUCCEEDED')).toMatchObject({ status: 200 })
    expect(await world.state(code)).toEqual({ money: 'PAID_OUT', hold: null })
  })

  test('is paid to its sender, or to whom the sender has authorised, and for what is owed', async () => {
    const { code } = await one(460_000)
    const payee = { ...SENDER, name: 'Trần Văn Bình' }
    expect(await world.claim(code, 460_000, { payee })).toMatchObject({ status: 422, errors: [{ field: 'payee.name', code: 'COB-611' }] })
    expect(await world.claim(code, 459_000)).toMatchObject({ status: 422, errors: [{ field: 'amount', code: 'COB-610' }] })
    expect((await world.claim(code, 460_000, { payee, to: 'AUTHORISED', paper: 'GUQ 12/2026' })).data).toMatchObject({ result: 'CLAIMED' })
  })

  test('tells later who fetched it for whom, by which papers, to those who see its payout', async () => {
    const { code, id: itemId } = await one(470_000)
    const payee = { ...SENDER, name: 'Trần Văn Bình' }
    const { data } = await world.claim(code, 470_000, { payee, to: 'AUTHORISED', paper: 'GUQ 13/2026' }, world.there)
    await world.confirm(data?.claim?.id ?? '', world.there)
    const people = (as: string) => it.call(getPayoutPeople, { id: data?.claim?.transactionId ?? '' }, { ...COB, as })
    expect((await people('ketoan')).data).toEqual({
      ...{ itemId, senderName: 'Shop Hoa Sen', personName: 'Trần Văn Bình', paper: 'GUQ 13/2026' },
      ...{ identityType: 'CCCD', identityNumber: '••••••••2345' },
    })
    expect(await people('tinh01')).toMatchObject({ status: 404 })
  })
})

describe('what stands in the way is said', () => {
  test('while the postman still has the money, or has handed in a part of it', async () => {
    const [item] = await collected(it, world.cob, [{ amount: '300000' }])
    const code = item?.code ?? ''
    expect((await found(code))[0]?.hindrance).toContain('chưa được bưu tá nộp đủ')
    expect(await world.claim(code, 300_000)).toMatchObject({ status: 409, code: 'COB-603' })
    await world.handIn(code, 100_000)
    expect(await world.claim(code, 300_000)).toMatchObject({ status: 409, code: 'COB-603' })
  })

  test('on hold, with the reason; nobody holds one that is just being paid', async () => {
    const { code, id } = await one(310_000)
    const version = async () => (await detail(id))?.version ?? 0
    await it.call(holdItem, { id, version: await version(), holdReason: 'SENDER_CLAIM' }, COB)
    expect((await found(code))[0]?.hindrance).toContain('Người gửi khiếu nại')
    expect(await world.claim(code, 310_000)).toMatchObject({ status: 409, code: 'COB-604' })
    await it.call(releaseItem, { id, version: await version(), reason: 'Đã giải quyết' }, COB)
    const slip = await slipOf(code, 310_000)
    expect(await it.call(holdItem, { id, version: await version(), holdReason: 'SENDER_CLAIM' }, COB)).toMatchObject({ status: 409, code: 'COB-612' })
    await world.release(slip.id)
  })

  test('of a key account, which is settled by statement', async () => {
    const [item] = await world.payable([320_000], { keyAccount: 'KHL-01' })
    expect((await found(item?.code ?? ''))[0]?.hindrance).toContain('KHL-01')
    expect(await world.claim(item?.code ?? '', 320_000)).toMatchObject({ status: 409, code: 'COB-601' })
  })

  test('of one that is not delivered', async () => {
    const [item] = await world.payable([330_000], { delivered: false })
    expect(await world.claim(item?.code ?? '', 330_000)).toMatchObject({ status: 409, code: 'COB-605' })
  })
})

test('an item is found by the telephone number of its sender everywhere, by the name at the office that has accepted it alone', async () => {
  const sender = { name: 'Đặng Thị Ánh', phone: '0977123456' }
  const [item] = await world.payable([340_000], { item: { sender } })
  await collected(it, world.cob, [{ keyAccount: 'KHL-01', item: { sender } }])
  for (const as of [world.here, world.there]) expect((await found(sender.phone, as)).map(({ code, to }) => `${code} ${to}`)).toContain(`${item?.code} SENDER`)
  expect((await found(sender.phone)).filter(({ to }) => to === 'SENDER')).toHaveLength(1)
  expect((await found('dang thi anh', world.there)).map(({ code }) => code)).toContain(item?.code)
  expect(await found('dang thi anh', world.here)).toEqual([])
})

test('a deposit is not cancelled while one of its items is being paid or is paid', async () => {
  const [item] = await collected(it, world.cob, [{ amount: '350000' }])
  const code = item?.code ?? ''
  const { transaction_id: id } = (
    await it.runtime.pool.query('select transaction_id from payment.transaction_key where code = $1', [await world.handIn(code, 350_000)])
  ).rows[0]
  const cancel = () => it.runtime.db.transaction().execute(async (tx) => codPayments.cancellable?.(tx, id))
  await expect(cancel()).resolves.toBeUndefined()
  // Nor is an item paid whose deposit somebody has asked to cancel.
  const status = (to: string) =>
    it.runtime.database.owner.query(
      `set app.maintenance = 'on'; alter table payment.transaction disable trigger user; update payment.transaction set status = '${to}' where id = ${id}; alter table payment.transaction enable trigger user; reset app.maintenance`,
    )
  await status('CANCEL_PENDING')
  expect(await world.claim(code, 350_000)).toMatchObject({ status: 409, code: 'COB-613' })
  await status('SUCCEEDED')
  const slip = await slipOf(code, 350_000)
  await expect(cancel()).rejects.toMatchObject({ definition: { code: 'COB-612' } })
  await world.release(slip.id)
  await expect(cancel()).resolves.toBeUndefined()
  await world.confirm((await slipOf(code, 350_000)).id)
  await expect(cancel()).rejects.toMatchObject({ definition: { code: 'COB-112' } })
})

describe('what a counter reports', () => {
  let excess = 0
  const change = async () => (await world.balance('1388.COD')) - excess
  beforeEach(async () => {
    excess = await world.balance('1388.COD')
  })

  test('of another amount is owed by whoever paid it, and holds the item', async () => {
    const { code } = await one(360_000)
    expect(await world.counters.send(world.report(code, 359_000, PAID))).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
    expect(await change()).toBe(359_000)
    expect(await world.state(code)).toEqual({ money: 'HANDED_IN', hold: 'PAID_OTHERWISE' })
    expect(await world.claim(code, 360_000)).toMatchObject({ status: 409, code: 'COB-604' })
  })

  test('of an item that is paid already is owed by whoever paid it', async () => {
    const { code } = await one(370_000)
    await world.confirm((await slipOf(code, 370_000)).id)
    expect(await world.counters.send(world.report(code, 370_000, PAID))).toMatchObject({ status: 200 })
    expect(await change()).toBe(370_000)
    expect(await world.state(code)).toEqual({ money: 'PAID_OUT', hold: null })
  })

  test('as asked for is refused by the same rules', async () => {
    const { code } = await one(380_000)
    expect(await world.counters.send(world.report(code, 380_000))).toMatchObject({ status: 200 })
    expect(await world.counters.send(world.report(code, 380_000))).toMatchObject({ status: 409, code: 'COB-607' })
  })
})

test('an item that comes back after its sender was paid is watched until an incident about it has ended', async () => {
  const { code } = await one(390_000)
  await world.confirm((await slipOf(code, 390_000)).id)
  await feedEvents(it, world.cob.feeder, [eventLine({ item: code, kind: 'RETURNING', unit: '010101' })])
  expect(await world.state(code)).toEqual({ money: 'PAID_OUT', hold: null })
  await it.runtime.db.transaction().execute((tx) => enqueue(tx, runWatchRules, {}))
  await runJobs(it)
  const list = await it.list(listWatched, { filter: { text: code, rule: ['PAID_AND_RETURNED'] } }, COB)
  expect(list.data?.result).toMatchObject([{ subjectCode: code, amount: '390000.00', reason: expect.stringContaining('390.000') }])
})
