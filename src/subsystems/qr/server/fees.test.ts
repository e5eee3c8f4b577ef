import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMerchants } from '#core/merchants/server/public.ts'
import type { FeeQuestion, FeeSource } from '#core/payments/server/public.ts'
import { createAgreedPolicies } from '#core/policy/server/public.ts'
import { addDays, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import { type TestApp, testApp, testClock } from '../../../../test/app.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report, type TestChannel } from '../../../../test/payments.ts'
import { getQrTransaction, listQrTransactions } from '../contract/transactions.ts'

const clock = testClock()
const now = clock.now()
const today = localDate(now)
const at = (daysAgo: number) => isoLocal(new Date(now.getTime() - daysAgo * 86_400_000))

/** A partner's schedule, as the module that owns such will bring: BIDV alone has one. */
const asked: (readonly FeeQuestion[])[] = []
const schedules: FeeSource = {
  kind: 'PARTNER_SCHEDULE',
  async find(_db, questions) {
    asked.push(questions)
    const tariff = { rateBps: 10, fixed: 0n, minimum: 0n, maximum: null }
    return questions.map(({ partnerId }) => (partnerId === world.bidv.partnerId ? { code: 'BIDV-QR', revision: 3, tariff } : undefined))
  },
}

let test: TestApp
let world: GatewayWorld
beforeAll(async () => {
  test = await testApp({ clock, additions: { feeSources: [schedules] } })
  world = await gatewayWorld(test.runtime)
  await test.runtime.db.transaction().execute(async (tx) => {
    const { id: unitId } = await tx.selectFrom('organisation.unit').select('id').where('code', '=', '010101').executeTakeFirstOrThrow()
    const shop = {
      name: 'Cà phê Muối',
      address: '',
      phone: '',
      unitId,
      feePlanId: null,
      settlementBankBin: '970436',
      settlementAccount: '1',
      settlementName: 'A',
    }
    await createMerchants(tx, [{ ...shop, code: 'M-POLICY' }])
    const fees = (rateBps: number) => [{ amountFrom: '0', amountTo: null, rateBps, fixed: '500', minimum: '0', maximum: '9000' }]
    const revisions = [
      { effectiveFrom: addDays(today, -30), fees: fees(20) },
      { effectiveFrom: addDays(today, -10), fees: fees(40) },
    ]
    await createAgreedPolicies(tx, [{ code: 'QR-TEST', service: 'QR', name: 'Phí QR', revisions }], { by: 'system', at: now })
  })
})
afterAll(() => test?.close())

/** Reports a payment of 1,000,000 đồng by itself; answers its detail. */
async function paid(facts: Parameters<typeof report>[0], channel: TestChannel = world.vcb) {
  const line = report({ amount: '1000000', occurredAt: at(0), ...facts })
  const { data } = await gatewayCall<{ transactionCode: string }>(test.app, channel, '/og-001/v1/transactions', line)
  return detailOf(data?.transactionCode ?? '')
}
async function detailOf(code: string) {
  const { id } = await test.runtime.db.selectFrom('payment.transaction').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  const { data } = await test.call(getQrTransaction, { id }, { as: 'ketoan' })
  if (!data) throw new Error(`no detail of ${code}`)
  const { fee, tax, feeSource, feeCode, feeRevision } = data
  return { fee, tax, feeSource, feeCode, feeRevision }
}

const plan = { fee: '10000.00', tax: '1000.00', feeSource: 'CUSTOMER_PLAN', feeCode: 'TEST-1', feeRevision: 1 }
const schedule = { fee: '1000.00', tax: '100.00', feeSource: 'PARTNER_SCHEDULE', feeCode: 'BIDV-QR', feeRevision: 3 }
const policy = { fee: '4500.00', tax: '450.00', feeSource: 'PRODUCT_POLICY', feeCode: 'QR-TEST', feeRevision: 2 }
const before = { ...policy, fee: '2500.00', tax: '250.00', feeRevision: 1 }
const none = { fee: '0.00', tax: '0.00', feeSource: 'NONE', feeCode: null, feeRevision: null }

describe('the fee of a payment', () => {
  it('comes from the plan of the customer, else the schedule of the partner, else the policy, and the payment keeps which', async () => {
    expect(await paid({ merchantCode: 'M-HANOI' }, world.bidv)).toEqual(plan)
    expect(await paid({ merchantCode: 'M-POLICY' }, world.bidv)).toEqual(schedule)
    expect(await paid({ merchantCode: 'M-POLICY' })).toEqual(policy)
  })

  it('is that of the revision in force when it happened, whenever it is reported', async () => {
    const on = (daysAgo: number) => paid({ merchantCode: 'M-POLICY', occurredAt: at(daysAgo) })
    expect([await on(10), await on(11), await on(30)]).toEqual([policy, before, before])
  })

  it('is nothing, and says so, where nothing was in force: what has happened is stored all the same', async () => {
    expect(await paid({ merchantCode: 'M-POLICY', occurredAt: at(31) })).toEqual(none)
    const { data } = await test.list(listQrTransactions, { filter: { feeSource: 'NONE', from: addDays(today, -40), to: today } }, { as: 'ketoan' })
    expect(data?.result.map(({ businessDate, feeSource }) => [businessDate, feeSource])).toEqual([[addDays(today, -31), 'NONE']])
  })

  it('goes by the day in Vietnam, to its first and last instant', async () => {
    const begun = startOfDay(addDays(today, -10)).getTime()
    const on = (instant: number) => paid({ merchantCode: 'M-POLICY', occurredAt: new Date(instant).toISOString() })
    expect([await on(begun - 1), await on(begun)]).toEqual([before, policy])
  })

  it('is the same in a batch, for which every source is asked once', async () => {
    asked.length = 0
    const lines = Array.from({ length: 60 }, (_, n) =>
      report({ amount: '1000000', merchantCode: n % 2 ? 'M-POLICY' : 'M-HANOI', occurredAt: at(n % 3 ? 0 : 20) }),
    )
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const { data } = await gatewayCall<{ created: number; results: { transactionCode: string }[] }>(test.app, world.vcb, '/og-002/v1/transactions/batch', body)
    expect(data?.created).toBe(60)
    expect(await Promise.all([0, 1, 3].map((n) => detailOf(data?.results[n]?.transactionCode ?? '')))).toEqual([plan, policy, before])
    expect(asked.map(({ length }) => length)).toEqual([30])
  })

  it('does not change afterwards, neither do the plan and its revision', async () => {
    const refused = (statement: string) => expect(test.runtime.database.owner.query(statement)).rejects.toMatchObject({ code: '23001' })
    await refused('update merchants.fee_plan_revision set rate_bps = 1 where revision = 1')
    await refused('delete from merchants.fee_plan_revision')
    await test.runtime.database.owner.query(`update merchants.fee_plan_revision set effective_to = '${addDays(today, -1)}' where revision = 1`)
    await refused('update merchants.fee_plan_revision set effective_to = null')
  })

  it('is the stored one when a payment is reported again after other fees took effect', async () => {
    const line = report({ amount: '1000000', merchantCode: 'M-POLICY', occurredAt: at(0) })
    const answerOf = async () => {
      const { data } = await gatewayCall<{ transactionCode: string; fee: string; tax: string }>(test.app, world.vcb, '/og-001/v1/transactions', line)
      return data
    }
    const first = await answerOf()
    expect(first).toMatchObject({ fee: policy.fee, tax: policy.tax })
    const newest = { effectiveFrom: today, fees: [{ amountFrom: '0', amountTo: null, rateBps: 0, fixed: '700', minimum: '0', maximum: null }] }
    await test.runtime.db
      .transaction()
      .execute((tx) => createAgreedPolicies(tx, [{ code: 'QR-NEWEST', service: 'QR', name: 'Phí QR mới', revisions: [newest] }], { by: 'system', at: now }))
    await expect.poll(async () => (await paid({ merchantCode: 'M-POLICY' })).feeCode, { timeout: 10_000 }).toBe('QR-NEWEST')
    expect(await answerOf()).toEqual(first)
    expect(await detailOf(first?.transactionCode ?? '')).toEqual(policy)
  })
})
