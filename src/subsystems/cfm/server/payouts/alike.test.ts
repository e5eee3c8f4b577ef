/** Payments to one beneficiary of the same kind, amount and day, of which one is under way or unknown. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alikePayments, approveCashOrders, listCashOrders } from '#core/cash/contract/counter/cash-order.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { testClock } from '../../../../../test/app.ts'
import { CHECKER, type PayingWorld, payingWorld } from '../../../../../test/paying.ts'
import { lineCode } from '../../contract/payouts.ts'

let world: PayingWorld
beforeAll(async () => {
  world = await payingWorld({ clock: testClock(), float: 500_000_000 })
})
afterAll(async () => {
  expect(await verifyLedger(world.runtime.db)).toEqual([])
  await world.close()
})

const PAID = { outcome: { status: 'SUCCEEDED', code: '00', message: 'Đã giao tiền' } }
const UNKNOWN = { outcome: { status: 'UNKNOWN', code: '68', message: 'Mất mạng' } }
/** Two lines of other lists that owe the same person the same. */
async function twice(amount: number) {
  const person = world.person(amount)
  const list = async () => (await world.payable([person, world.person(10_000)])).lines[0]?.id ?? ''
  const lines = [await list(), await list()]
  return { person, first: lines[0] ?? '', second: lines[1] ?? '' }
}
const slipOf = async (line: string) =>
  (await world.owner().query('select code, id from cash.slip where source_id = $1 order by id desc limit 1', [lineCode(line)])).rows[0]

test('waits for a cash order that names it; two people let it pass, once', async () => {
  const { person, first, second } = await twice(510_000)
  const lost = world.report(first, person, UNKNOWN, world.there)
  expect(await world.send(lost)).toMatchObject({ status: 200 })
  const slip = await slipOf(first)
  const asked = await world.claimAt(second, person)
  expect(asked.data).toMatchObject({ result: 'WAITING', refusal: { code: 'CSH-629', first: slip.code, message: expect.stringContaining(slip.code) } })
  expect(asked.data?.refusal?.message).toMatch(/510\.000.*\d\d:\d\d/)
  expect(await world.statusOf(second)).toBe('UNPAID')
  const list = await world.list(listCashOrders, { filter: { text: lineCode(second) } }, CHECKER)
  expect(list.data?.result).toMatchObject([{ status: 'PENDING', amount: '510000.00', alike: slip.code }])
  // The channel is refused alike; what has happened is stored.
  expect(await world.send(world.report(second, person))).toMatchObject({ status: 409, code: 'CSH-621' })
  await world.approveOrder(second)
  expect((await world.claimAt(second, person)).data).toMatchObject({ result: 'CLAIMED' })
  expect(await world.ordersOf(second)).toMatchObject([{ status: 'USED' }])
})

test('is not let pass by an order that was approved before anybody knew of it', async () => {
  const { person, first, second } = await twice(60_000_000)
  expect((await world.claimAt(second, person)).data).toMatchObject({ result: 'WAITING', refusal: { code: 'CSH-620' } })
  await world.approveOrder(second)
  expect(await world.send(world.report(first, person, UNKNOWN, world.there))).toMatchObject({ status: 200 })
  expect((await world.claimAt(second, person)).data).toMatchObject({ result: 'WAITING', refusal: { code: 'CSH-629' } })
  expect((await world.ordersOf(second)).map(({ status }) => status).toSorted()).toEqual(['EXPIRED', 'PENDING'])
  expect(await world.statusOf(second)).toBe('UNPAID')
})

test('is not approved by the teller of the unknown one', async () => {
  const { person, first, second } = await twice(520_000)
  await world.send(world.report(first, person, UNKNOWN, world.there))
  expect((await world.claimAt(second, person)).data).toMatchObject({ result: 'WAITING' })
  const checkerStaff = (
    await world.owner().query("select staff_id from iam.account_place where user_id = (select id from iam.user_account where account = 'kiemsoat')")
  ).rows[0]?.staff_id
  await world.owner().query('update cash.slip set teller_staff_id = $1 where source_id = $2', [checkerStaff, lineCode(first)])
  const [order] = await world.ordersOf(second)
  const { data } = await world.call(approveCashOrders, { rows: [{ id: order?.id ?? '', version: order?.version ?? 0 }] }, CHECKER)
  expect(data).toMatchObject({ done: 0, refused: 1, results: [{ code: 'CSH-611' }] })
  expect(await world.ordersOf(second)).toMatchObject([{ status: 'PENDING' }])
})

test('is free again, without its order, once the first has come to nothing', async () => {
  const { person, first, second } = await twice(530_000)
  const lost = world.report(first, person, UNKNOWN, world.there)
  await world.send(lost)
  expect((await world.claimAt(second, person)).data).toMatchObject({ result: 'WAITING' })
  const { id = '' } = (await world.ordersOf(second))[0] ?? {}
  const { code } = await slipOf(first)
  const alike = async () => (await world.call(alikePayments, { id }, CHECKER)).data
  expect(await alike()).toMatchObject([{ code, status: 'UNKNOWN', office: expect.any(String) }])
  expect(await world.outcomeOf(lost.externalRef, 'FAILED')).toMatchObject({ status: 200 })
  expect(await alike()).toMatchObject([{ code, status: 'RELEASED' }])
  expect((await world.claimAt(second, person)).data).toMatchObject({ result: 'CLAIMED' })
  expect(await world.ordersOf(second)).toMatchObject([{ status: 'EXPIRED' }])
})

test('is left to another teller than that of the unknown one', async () => {
  const { person, first, second } = await twice(525_000)
  await world.send(world.report(first, person, UNKNOWN))
  expect(await world.claimAt(second, person)).toMatchObject({ status: 409, code: 'CSH-612' })
  expect(await world.send(world.report(second, person))).toMatchObject({ status: 409, code: 'CSH-612' })
  expect(await world.ordersOf(second)).toEqual([])
})

test('is told by whom it is owed to, whoever fetches it', async () => {
  const receiver = { receiverName: 'Người nhận thay', receiverIdentity: '001150999999', receiverPaper: 'GUQ-1' }
  const fetched = { to: 'AUTHORISED', payee: { name: receiver.receiverName, identityType: 'CCCD', identityNumber: receiver.receiverIdentity }, paper: 'GUQ-1' }
  const [person, other] = [world.person(535_000, receiver), world.person(535_000, receiver)]
  const line = async (of: typeof person) => (await world.payable([of, world.person(10_000)])).lines[0]?.id ?? ''
  const [first, second, again, third] = [await line(person), await line(person), await line(person), await line(other)]
  const { payee, paper } = fetched
  expect(await world.send(world.report(first, person, { ...UNKNOWN, payee, paper }, world.there))).toMatchObject({ status: 200 })
  // The same receiver fetches for somebody else.
  expect((await world.claimAt(third, other, fetched)).data).toMatchObject({ result: 'CLAIMED' })
  // Who is owed comes in person, or sends the same receiver once more.
  expect((await world.claimAt(second, person)).data).toMatchObject({ result: 'WAITING', refusal: { code: 'CSH-629' } })
  expect((await world.claimAt(again, person, fetched)).data).toMatchObject({ result: 'WAITING', refusal: { code: 'CSH-629' } })
})

test('of another amount, person or day is another payment; a fact is stored', async () => {
  const { person, first, second } = await twice(540_000)
  await world.send(world.report(first, person, UNKNOWN))
  const other = world.person(540_000)
  const more = { ...person, amount: 541_000 }
  const [a, b] = [await world.payable([other]), await world.payable([more])].map(({ lines: [line] }) => line?.id ?? '')
  expect((await world.claimAt(a ?? '', other)).data).toMatchObject({ result: 'CLAIMED' })
  expect((await world.claimAt(b ?? '', more)).data).toMatchObject({ result: 'CLAIMED' })
  expect(await world.send(world.report(second, person, PAID))).toMatchObject({ status: 200, data: { status: 'SUCCEEDED' } })
  const { person: late, first: before, second: after } = await twice(550_000)
  await world.send(world.report(before, late, UNKNOWN))
  await world.owner().query('update cash.slip set business_date = business_date - 1 where source_id = $1', [lineCode(before)])
  expect((await world.claimAt(after, late)).data).toMatchObject({ result: 'CLAIMED' })
})

test('asked for many times at the same moment, at two offices and by two channels: one is under way, and named to the others', async () => {
  const { person, first, second } = await twice(560_000)
  const replies = await Promise.all(
    Array.from({ length: 16 }, async (_, n) => {
      const line = n % 2 ? first : second
      if (n % 4 < 2) {
        const { status, data, code } = await world.claimAt(line, person)
        return data?.result === 'CLAIMED' ? 'HELD' : `${status} ${code}`
      }
      const { status, code } = await world.send(world.report(line, person))
      return status === 200 ? 'HELD' : `${status} ${code}`
    }),
  )
  expect(replies.filter((reply) => reply === 'HELD')).toHaveLength(1)
  expect(new Set(replies)).toEqual(new Set(['HELD', '409 CSH-610', '409 PYL-040']))
  expect((await world.ordersOf(first)).concat(await world.ordersOf(second))).toEqual([])
  const both = await world.send(world.report(first, person))
  expect(both.status).toBe(409)
})
