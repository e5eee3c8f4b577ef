import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { all, type DepositWorld, deposit, depositWorld, PAID } from '../../../../../test/cod-deposits.ts'
import { balances } from '../../../../../test/payments.ts'
import { closeCourier } from '../../contract/couriers.ts'
import { getDepositItems, useSurplus } from '../../contract/deposits.ts'
import { askCodCancellation, getCodTransaction, listCodTransactions } from '../../contract/transactions.ts'

let test: TestApp
let world: DepositWorld
beforeAll(async () => {
  test = await testApp()
  world = await depositWorld(test)
})
afterAll(() => test?.close())

const MAKER = { as: 'ketoan', clientId: 'PP_COB' } as const
const CHECKER = { as: 'kiemsoat', clientId: 'PP_COB' } as const
const pending = async () => (await balances(test.runtime))['3381.COD'] ?? '0.00'
const withKey = (as: typeof MAKER | typeof CHECKER) => ({ ...as, headers: { 'idempotency-key': randomUUID() } })
const cancel = async (id: string) => {
  const { version = -1 } = (await found(id)) ?? {}
  return test.call(askCodCancellation, { id, version, reason: 'Nộp nhầm' }, withKey(MAKER))
}
const use = (id: string, as: typeof MAKER | typeof CHECKER = CHECKER) => test.call(useSurplus, { id, reason: 'Bưu tá chuyển khoản trước' }, withKey(as))
const found = async (id: string) => (await test.call(getCodTransaction, { id }, CHECKER)).data
const linesOf = async (id: string) =>
  (await test.call(getDepositItems, { id }, CHECKER)).data?.lines.map(({ itemCode, expected, amount }) => `${itemCode} ${amount} of ${expected}`)

/** A postman who owed 100 thousand and has paid 250 thousand; answers the deposit. */
async function overpaid(code: string): Promise<string> {
  await world.courier(code)
  await world.collected(code, `${code}-A`, 100_000, 1)
  const { data } = await world.report(deposit({ courier: code, amount: '250000', ...PAID }))
  return world.idOf(data?.transactionCode)
}

describe('what a postman has paid in beyond the debt', () => {
  it('pays what is collected later, the oldest due first, as often as something is left', async () => {
    const before = await pending()
    const id = await overpaid('S1')
    await world.collected('S1', 'S1-LATER', 120_000, 3)
    await world.collected('S1', 'S1-FIRST', 80_000, 0)
    expect((await use(id)).data).toEqual({ id, used: '150000.00', left: '0.00' })
    expect(await world.item('S1-FIRST')).toEqual({ state: 'PAYABLE', handedIn: '80000.00', claim: null })
    expect(await world.item('S1-LATER')).toEqual({ state: 'PARTIAL', handedIn: '70000.00', claim: null })
    expect(await world.owed('S1')).toEqual(all(5_000_000n))
    expect(await pending()).toBe(before)
    expect(await linesOf(id)).toEqual(['S1-A 100000.00 of 100000.00', 'S1-FIRST 80000.00 of 80000.00', 'S1-LATER 70000.00 of 120000.00'])
    const detail = await found(id)
    expect(detail?.own).toMatchObject({ itemCount: 3, surplus: '0.00' })
    expect(detail?.journals.map(({ kind, entries }) => [kind, ...entries.map(({ side, accountCode, amount }) => `${side} ${accountCode} ${amount}`)])).toEqual([
      ['COD_DEPOSIT', 'D 1388.VCB 250000.00', 'C 11311.COD.S1 100000.00', 'C 3381.COD 150000.00'],
      ['COD_SURPLUS_USED', 'D 3381.COD 150000.00', 'C 11311.COD.S1 150000.00'],
    ])
    expect(await verifyLedger(test.runtime.db)).toEqual([])
  })

  it('is used in parts; the rest waits and is found', async () => {
    const id = await overpaid('S2')
    await world.collected('S2', 'S2-B', 60_000)
    expect((await use(id)).data).toMatchObject({ used: '60000.00', left: '90000.00' })
    expect(await use(id)).toMatchObject({ status: 409, code: 'COB-132' })
    await world.collected('S2', 'S2-C', 10_000)
    expect((await use(id)).data).toMatchObject({ used: '10000.00', left: '80000.00' })
    const detail = await found(id)
    const day = { from: detail?.businessDate ?? '', to: detail?.businessDate ?? '' }
    const ids = async (surplusState: 'LEFT' | 'USED') =>
      (await test.list(listCodTransactions, { filter: { ...day, surplusState } }, CHECKER)).data?.result.map((row) => row.id)
    expect(await ids('LEFT')).toContain(id)
    expect(await ids('USED')).toContain(id)
    const whole = await overpaid('S3')
    expect(await ids('USED')).not.toContain(whole)
  })

  it('is not used for what stands in another deposit under way, nor of a deposit that has none, has failed, or is being cancelled', async () => {
    const id = await overpaid('S4')
    await world.collected('S4', 'S4-B', 60_000)
    await world.report(deposit({ courier: 'S4', amount: '60000', items: ['S4-B'], externalRef: 'S4-OPEN' }))
    expect(await use(id)).toMatchObject({ status: 409, code: 'COB-132' })
    await world.outcome('S4-OPEN', 'FAILED')
    expect((await cancel(id)).status).toBe(200)
    expect(await use(id)).toMatchObject({ status: 409, code: 'COB-131' })
    expect(await use('999999999')).toMatchObject({ status: 404 })
    expect(await world.owed('S4')).toEqual(all(6_000_000n))
  })

  it('once used keeps its deposit from being cancelled', async () => {
    const id = await overpaid('S5')
    await world.collected('S5', 'S5-B', 60_000)
    await use(id)
    expect(await cancel(id)).toMatchObject({ status: 409, code: 'COB-133' })
  })

  it('is used once by many who ask at the same time', async () => {
    const before = await pending()
    const id = await overpaid('S6')
    await world.collected('S6', 'S6-B', 400_000)
    const replies = await Promise.all(Array.from({ length: 16 }, () => use(id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(new Set(['COB-131']))
    expect(await world.item('S6-B')).toMatchObject({ state: 'PARTIAL', handedIn: '150000.00' })
    expect(await pending()).toBe(before)
  })

  it('is set against debt by those who approve only', async () => {
    const id = await overpaid('S7')
    await world.collected('S7', 'S7-B', 60_000)
    expect(await use(id, MAKER)).toMatchObject({ status: 403 })
    expect(await world.item('S7-B')).toMatchObject({ state: 'COLLECTED' })
  })

  it('keeps its postman from being closed', async () => {
    const id = await overpaid('S8')
    const { data: deposit } = await test.call(getCodTransaction, { id }, CHECKER)
    const courier = await test.runtime.db.selectFrom('cob.courier').select(['id', 'version']).where('code', '=', 'S8').executeTakeFirstOrThrow()
    const closed = await test.call(closeCourier, { id: courier.id, version: courier.version, reason: 'Nghỉ việc' }, MAKER)
    expect(closed).toMatchObject({ status: 409, code: 'COB-014', message: expect.stringContaining(deposit?.code ?? '-') })
  })
})
