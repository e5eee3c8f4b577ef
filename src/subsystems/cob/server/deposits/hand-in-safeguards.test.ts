import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { all, type DepositWorld, depositTill, depositWorld } from '../../../../../test/cod-deposits.ts'
import { balances } from '../../../../../test/payments.ts'
import { acceptHandIn, cancelHandIn, countHandIn, courierOwes, declareHandIn, handInCode, listHandIns } from '../../contract/deposits.ts'

let test: TestApp
let world: DepositWorld
const COB = { clientId: 'PP_COB' } as const
const teller = { as: 'giaodichvien', ...COB }
const checker = { as: 'kiemsoat', ...COB }
const accountant = { as: 'ketoan', ...COB }
const once = () => ({ headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  test = await testApp()
  world = await depositWorld(test)
  await depositTill(test, world)
})
afterAll(() => test?.close())

/** A postman with items of 100 and 200 thousand, the second due first; answers the id. */
async function postman(code: string): Promise<string> {
  await world.courier(code)
  await world.collected(code, `${code}-A`, 100_000, 2)
  await world.collected(code, `${code}-B`, 200_000, 1)
  return (await test.runtime.db.selectFrom('cob.courier').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
}
const declare = (courierId: string, amount: string) => test.call(declareHandIn, { courierId, amount }, { ...accountant, ...once() })
const declared = async (courierId: string, amount: string) => (await declare(courierId, amount)).data?.id ?? ''
const codeOf = async (id: string) => (await test.call(handInCode, { id }, accountant)).data?.oneTimeCode ?? '000000'
const versionOf = async (id: string) =>
  (await test.runtime.db.selectFrom('cob.hand_in').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
const counted = async (id: string, amount: string, as: { as: string } & typeof COB = teller) =>
  test.call(countHandIn, { id, version: await versionOf(id), amount, oneTimeCode: await codeOf(id) }, { ...as, ...once() })
const accepted = async (id: string) => test.call(acceptHandIn, { id, version: await versionOf(id), reason: 'Bưu tá xác nhận' }, { ...checker, ...once() })
const triesOf = async (id: string) =>
  (await test.runtime.db.selectFrom('cob.hand_in').select('wrong_tries').where('id', '=', id).executeTakeFirstOrThrow()).wrong_tries

describe('a hand-in by amount', () => {
  it('is for the items that are due first, which the next one and the code of the day are not asked for', async () => {
    const courierId = await postman('G1')
    const id = await declared(courierId, '250000')
    expect([(await world.item('G1-B')).claim, (await world.item('G1-A')).claim]).not.toContain(null)
    expect((await test.call(courierOwes, { courierId }, accountant)).data).toMatchObject({ total: '0.00', items: [] })
    expect(await declare(courierId, '50000')).toMatchObject({ status: 409, errors: [{ field: 'amount', code: 'COB-108' }] })
    const { data } = await test.list(listHandIns, { filter: { text: 'G1' } }, teller)
    expect(data?.result).toMatchObject([{ id, itemCount: 2 }])
    expect((await counted(id, '250000')).data).toMatchObject({ status: 'BOOKED' })
    expect(await world.owed('G1')).toEqual(all(5_000_000n))
    expect(await world.item('G1-A')).toEqual({ state: 'PARTIAL', handedIn: '50000.00', claim: null })
    expect((await test.call(courierOwes, { courierId }, accountant)).data?.total).toBe('50000.00')
  })

  it('that a smaller one leaves room for is taken beside it', async () => {
    const courierId = await postman('G2')
    const first = await declared(courierId, '150000')
    expect((await test.call(courierOwes, { courierId }, accountant)).data?.total).toBe('100000.00')
    const second = await declared(courierId, '100000')
    expect((await counted(second, '100000')).data).toMatchObject({ status: 'BOOKED' })
    expect((await counted(first, '150000')).data).toMatchObject({ status: 'BOOKED' })
    expect(await world.owed('G2')).toEqual(all(5_000_000n))
  })
})

describe('what was counted', () => {
  it('beyond the debt is taken in where somebody accepts it, and waits as surplus', async () => {
    const courierId = await postman('G3')
    const before = await balances(test.runtime)
    const id = await declared(courierId, '300000')
    expect((await counted(id, '320000')).data).toMatchObject({ status: 'DISCREPANCY' })
    expect((await accepted(id)).data).toMatchObject({ status: 'BOOKED' })
    const after = await balances(test.runtime)
    const grown = (code: string) => Number(after[code] ?? 0) - Number(before[code] ?? 0)
    expect([grown('CASH-T-COD'), grown('3381.COD')]).toEqual([320_000, 20_000])
    expect(await world.owed('G3')).toEqual(all(0n))
    expect(await verifyLedger(test.runtime.db)).toEqual([])
  })

  it('is counted by one person twice at most; then somebody else counts or accepts it', async () => {
    const courierId = await postman('G4')
    const id = await declared(courierId, '300000')
    for (const amount of ['290000', '295000']) expect((await counted(id, amount)).data).toMatchObject({ status: 'DISCREPANCY' })
    expect(await counted(id, '300000')).toMatchObject({ status: 409, code: 'COB-134' })
    expect(await world.owed('G4')).toEqual(all(30_000_000n))
    expect((await accepted(id)).data).toMatchObject({ status: 'BOOKED' })
    expect(await world.owed('G4')).toEqual(all(500_000n))
  })
})

describe('the declared amount', () => {
  it('is told by no refusal to who counts or cancels it', async () => {
    const courierId = await postman('G5')
    const id = await declared(courierId, '123000')
    const oneTimeCode = await codeOf(id)
    const replies = [
      await test.call(countHandIn, { id, version: 7, amount: '1000', oneTimeCode }, { ...teller, ...once() }),
      await test.call(cancelHandIn, { id, version: 7, reason: 'Thử' }, { ...teller, ...once() }),
      await test.call(acceptHandIn, { id, version: 7, reason: 'Thử' }, { ...checker, ...once() }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([409, 409, 409])
    for (const reply of replies) expect(JSON.stringify(reply)).not.toContain('123000')
  })
})

describe('the one-time code', () => {
  it('loses no try to somebody who may not count, or has seen an older state', async () => {
    const courierId = await postman('G6')
    const id = await declared(courierId, '300000')
    const wrong = String((Number(await codeOf(id)) + 1) % 1_000_000).padStart(6, '0')
    const say = (as: typeof teller, version = 0) => test.call(countHandIn, { id, version, amount: '300000', oneTimeCode: wrong }, { ...as, ...once() })
    expect(await say(accountant)).toMatchObject({ code: 'COB-114' })
    expect((await say({ as: 'admin', ...COB })).status).not.toBe(200)
    expect(await say(teller, 5)).toMatchObject({ code: 'SYS-409' })
    expect(await triesOf(id)).toBe(0)
    expect(await say(teller)).toMatchObject({ errors: [{ code: 'COB-123' }] })
    expect(await triesOf(id)).toBe(1)
  })

  it('is told no more once it is locked', async () => {
    const courierId = await postman('G7')
    const id = await declared(courierId, '300000')
    await test.runtime.database.owner.query('update cob.hand_in set wrong_tries = 5 where id = $1', [id])
    expect(await test.call(handInCode, { id }, accountant)).toMatchObject({ status: 409, code: 'COB-124' })
  })
})
