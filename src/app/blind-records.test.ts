/**
 * Who counts a vault or a till is not told what it should hold by the records behind its entries either: treasury transactions, transactions
 * and money orders with their journals, refusals.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCount, submitCount } from '#core/cash/contract/counts.ts'
import { changeHoldingStatus } from '#core/cash/contract/holdings.ts'
import { findTreasury, listTreasury } from '#core/cash/contract/treasury/transactions.ts'
import { localDate } from '#kernel/dates.ts'
import { findOrder, listOrders } from '#subsystems/cfm/contract/orders.ts'
import { cfmTransactions } from '#subsystems/cfm/contract/transactions.ts'
import { type CounterWorld, counterWorld, transfer } from '../../test/counter.ts'
import { STILL_TELLING, telling } from '../../test/telling.ts'
import { type TreasuryWorld, treasuryWorld } from '../../test/treasury.ts'
import { systemRegistry } from './server.ts'

const registry = systemRegistry()
const AMOUNT = 51_200_000
const HELD = 100_000_000 + AMOUNT

let world: TreasuryWorld
let counter: CounterWorld
let headers: Record<string, string>
beforeAll(async () => {
  world = await treasuryWorld()
  counter = await counterWorld(world)
  await world.runtime.pool.query(
    "insert into iam.user_application select u.id, a.code from iam.user_account u, iam.application a where u.account = 'admin' on conflict do nothing",
  )
  headers = { ...(await world.headersOf('admin', 'PP_CFM')), 'idempotency-key': randomUUID() }
})
afterAll(() => world?.close())

const admin = () => ({ ...world.options('admin'), clientId: 'PP_CFM_NEW' }) as const

/** Counts a holding as admin: what `during` finds while the count is under way. */
async function counting(holdingId: string, during: () => Promise<void>): Promise<void> {
  const started = await world.call(startCount, { holdingId, reason: 'DAY' }, admin())
  if (!started.data) throw new Error(JSON.stringify(started))
  await during()
  expect((await world.call(submitCount, { sessionId: started.data.id, lines: [{ denomination: 500_000, pieces: 1 }] }, admin())).status).toBe(200)
}

it('treasury transactions of a vault tell nothing while it is counted', { timeout: 300_000 }, async () => {
  const id = await world.dispatched(AMOUNT)
  expect((await world.start(id)).status).toBe(200)
  expect((await world.receive(id, AMOUNT)).data).toMatchObject({ status: 'RECEIVED' })
  const journals = await world.runtime.db.selectFrom('ledger.journal').select('id').where('source_id', '=', id).execute()
  const requests = await world.runtime.db.selectFrom('approvals.request').select('id').where('subject_id', '=', id).execute()
  const { vb, b } = world
  const ids = [id, vb.id, vb.accountId, b.unitId, ...[...journals, ...requests].map((row) => row.id)]
  const asked = () => telling(world, { registry, headers, ids, marks: ['VB', 'AT1'], figures: [String(HELD)] })
  await counting(vb.id, async () => {
    expect((await asked()).filter((name) => !STILL_TELLING.includes(name))).toEqual([])
    expect((await world.call(findTreasury, { id }, world.options('admin'))).data).toMatchObject({
      ...{ amount: null, receivedAmount: null, difference: null, planned: [], sent: null, received: null, journals: [], counting: false },
    })
    const list = await world.list(listTreasury, { filter: { amountFrom: `${AMOUNT}`, amountTo: `${AMOUNT}` } }, world.options('admin'))
    expect(list.data?.result).toEqual([])
    const version = Number((await world.runtime.db.selectFrom('cash.holding').select('version').where('id', '=', vb.id).executeTakeFirstOrThrow()).version)
    const refused = await world.call(changeHoldingStatus, { id: vb.id, version, status: 'CLOSED', reason: 'Thử' }, admin())
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('còn tiền') })
    expect(refused.message).not.toContain('151')
  })
  expect((await world.detail(id)).journals).toHaveLength(2)
})

it('transactions and money orders of a till do not tell its balance while it is counted', async () => {
  await counter.send(transfer(counter.hanoi, { amount: '7654321' }))
  const { data } = await counter.send(transfer(counter.hanoi))
  const { id, transaction_id } = await world.runtime.db
    .selectFrom('cash.money_order')
    .select(['id', 'transaction_id'])
    .where('code', '=', data?.transactionCode ?? '')
    .executeTakeFirstOrThrow()
  const told = async () => [
    (await world.call(findOrder, { id }, { as: 'admin', clientId: 'PP_CFM' })).data?.journals,
    (await world.call(cfmTransactions.detail, { id: transaction_id }, { as: 'admin', clientId: 'PP_CFM' })).data?.journals,
  ]
  await counting(counter.hanoi.tillId, async () => expect(await told()).toEqual([[], []]))
  expect(JSON.stringify(await told())).toContain('8698321.00')
})

it('lists of transactions and money orders leave out what went over a till while it is counted, and their sums with it', { timeout: 300_000 }, async () => {
  const { till, tillId, unitId } = counter.hanoi
  // So that what all offices owe and have taken in is not what this one has.
  await counter.send(transfer(counter.hcm, { amount: '1234567' }))
  const today = localDate(world.runtime.clock.now())
  const shown = async () => {
    const as = { as: 'admin', clientId: 'PP_CFM' } as const
    const made = await world.list(cfmTransactions.list, { filter: { from: today, to: today, tillCode: till }, pageSize: 100 }, as)
    const orders = await world.list(listOrders, { filter: { fromUnitId: unitId }, pageSize: 100 }, as)
    return [made, orders].map(({ data }) => [data?.result.length, data?.totalRecord, JSON.stringify(data).includes('8654321')])
  }
  const before = await shown()
  expect(before).toEqual([
    [2, 2, true],
    [2, 2, true],
  ])
  const asked = () => telling(world, { registry, headers, ids: [tillId, unitId], marks: [till], figures: ['8654321', '8698321'] })
  await counting(tillId, async () => {
    expect(await shown()).toEqual(before.map(() => [0, 0, false]))
    expect((await asked()).filter((name) => !STILL_TELLING.includes(name))).toEqual([])
  })
  expect(await shown()).toEqual(before)
})
