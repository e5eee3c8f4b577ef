import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncParameters } from '#core/masterdata/server/public.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { flatFee, gatewayCall, type TestChannel } from '../../../../test/payments.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { device, registerApp, sdkReport } from '../../../../test/sdk.ts'
import { appOptions, changeApp, createApp, findApp, listApps, lockApp, unlockApp } from '../contract/apps.ts'
import { getSdkFacts } from '../contract/facts.ts'
import { sdkParameters } from '../contract/parameters.ts'
import { askSdkCancellation, askSdkRefund, getSdkTransaction, listSdkTransactions } from '../contract/transactions.ts'

const today = localDate(new Date())
// Soon after midnight some payments of the hours before are of the day before.
const days = { from: addDays(today, -1), to: today }

let test: RefundWorld
let appId: string
beforeAll(async () => {
  test = await refundWorld()
  await test.runtime.db.transaction().execute((tx) => syncParameters(tx, sdkParameters))
  await flatFee(test.runtime, 'SDK', '1000')
  appId = await registerApp(test, { code: 'VCB-PAY', partnerId: test.world.vcb.partnerId, name: 'VCB Pay' })
  await registerApp(test, { code: 'SAOVIET-APP', partnerId: test.world.saoviet.partnerId, name: 'Sao Việt' })
})
afterAll(() => test?.close())

type Report = Parameters<typeof sdkReport>[0]
const send = (facts: Report = {}, channel: TestChannel = test.world.vcb) => gatewayCall(test.app, channel, '/og-001/v1/transactions', sdkReport(facts))
const paid = (facts: Report = {}) => test.reported(sdkReport(facts))
const detailOf = async (id: string, as = 'ketoan') => (await test.call(getSdkTransaction, { id }, { as })).data
const factsOf = async (id: string) => (await test.call(getSdkFacts, { id }, { as: 'ketoan' })).data
const found = async (filter: object, as = 'ketoan') => {
  const { data, message } = await test.list(listSdkTransactions, { filter: { ...days, ...filter }, pageSize: 100 }, { as })
  return data?.result.map(({ externalRef }) => externalRef) ?? message
}
const entries = (detail: Awaited<ReturnType<typeof detailOf>>) =>
  detail?.journals.map(({ kind, entries }) => [kind, ...entries.map(({ side, accountCode, amount }) => `${side} ${accountCode} ${amount}`)])
const once = () => ({ 'idempotency-key': randomUUID() })

describe('a payment in an app', () => {
  it('is owed to the partner, less fee and tax', async () => {
    const detail = await detailOf(await paid({ amount: '200000' }))
    expect(detail).toMatchObject({ code: expect.stringMatching(/^SDK\d{15}$/), fee: '1000.00', tax: '100.00', net: '198900.00', channel: 'SDK' })
    expect(entries(detail)).toEqual([
      ['SDK_PAID', 'D 1388.VCB 200000.00', 'C 3388.SDK.VCB 200000.00', 'D 3388.SDK.VCB 1100.00', 'C 5113.SDK 1000.00', 'C 33311.SDK 100.00'],
    ])
  })

  it('is shown with app, order, platform, device and redirect address', async () => {
    const id = await paid({ externalRef: 'SHOWN', orderRef: 'DH-SHOWN', platform: 'IOS', app: 'vcb-pay', redirectUrl: 'vcbpay://return?order=7' })
    const own = { appCode: 'VCB-PAY', platform: 'IOS', sdkVersion: '4.2.0', partnerOrder: 'DH-SHOWN' }
    expect(await detailOf(id)).toMatchObject({ orderRef: 'VCB-PAY DH-SHOWN', own, payee: { name: expect.stringContaining('Ngoại thương') } })
    expect(await factsOf(id)).toMatchObject({
      ...{ appName: 'VCB Pay', appStatus: 'ACTIVE', redirect: 'vcbpay://return?order=7' },
      ...{ deviceModel: 'Galaxy S24', deviceSystem: 'Android 15', deviceUses: 0 },
    })
    expect(await found({ appCode: 'vcb-pay', platform: 'IOS' })).toEqual(['SHOWN'])
    expect(await found({ partnerOrder: 'DH-SHOWN' })).toEqual(['SHOWN'])
    expect(await found({ appCode: 'SAOVIET-APP' })).toEqual([])
  })

  it('shows its people no other partner’s, and staff of the partner no journals', async () => {
    const line = { externalRef: 'OF-SAOVIET', app: 'SAOVIET-APP' }
    const id = await test.reported(sdkReport(line), test.world.saoviet)
    const other = await paid()
    expect(await found({}, 'doitac')).toEqual(['OF-SAOVIET'])
    expect(await detailOf(id, 'doitac')).toMatchObject({ forPartner: true, journals: [] })
    expect((await test.call(getSdkFacts, { id }, { as: 'doitac' })).data?.appName).toBe('Sao Việt')
    for (const contract of [getSdkTransaction, getSdkFacts])
      expect((await test.call(contract as typeof getSdkFacts, { id: other }, { as: 'doitac' })).status).toBe(404)
    expect((await test.list(listApps, {}, { as: 'doitac' })).data?.result.map(({ code }) => code)).toEqual(['SAOVIET-APP'])
    expect((await test.call(appOptions, {}, { as: 'doitac' })).data?.map(({ code }) => code)).toEqual(['SAOVIET-APP'])
  })
})

describe('a report is refused', () => {
  const announced = { outcome: undefined }
  it.each<[string, Report, string, string]>([
    ['of an app that there is not', { app: 'NOBODYS' }, 'app', 'SDK-001'],
    ['in the name of another partner’s app', { app: 'SAOVIET-APP' }, 'app', 'SDK-003'],
    ['for a platform that the app does not run on', { ...announced, platform: 'WEB' }, 'platform', 'SDK-005'],
    ['with an address that was not registered', { ...announced, redirectUrl: 'https://pay.example.vn.evil.example/return' }, 'redirectUrl', 'SDK-004'],
    ['with an address below one that was registered', { ...announced, redirectUrl: 'https://pay.example.vn/return/../x' }, 'redirectUrl', 'SDK-004'],
    ['with the identity of a device itself', { device: { idHash: 'IMEI-356938035643809', model: 'Galaxy', os: 'Android' } }, 'device.idHash', 'invalid'],
  ])('%s', async (_name, facts, field, code) => {
    expect(await send(facts)).toMatchObject({ status: 422, errors: [{ field, code }] })
  })

  it('of a locked app where it asks, and taken in where it tells what has happened', async () => {
    const { data } = await test.call(findApp, { id: appId }, { as: 'ketoan' })
    const locked = await test.call(lockApp, { id: appId, version: data?.version ?? -1, reason: 'Lộ khoá ký' }, { as: 'ketoan' })
    expect(await send(announced)).toMatchObject({ status: 422, errors: [{ field: 'app', code: 'SDK-002' }] })
    expect((await send({ redirectUrl: 'https://elsewhere.example/x' })).status).toBe(200)
    expect((await test.call(findApp, { id: appId }, { as: 'ketoan' })).data).toMatchObject({ status: 'LOCKED', stepNote: 'Lộ khoá ký' })
    await test.call(unlockApp, { id: appId, version: locked.data?.version ?? -1 }, { as: 'ketoan' })
    expect((await send(announced)).status).toBe(200)
  })

  it('while the same order is being paid, and taken in once that came to nothing', async () => {
    const order = { orderRef: 'DH-ONCE', outcome: undefined }
    const first = await send({ ...order, externalRef: 'ONCE-1' })
    expect(first.status).toBe(200)
    expect(await send({ ...order, externalRef: 'ONCE-2' })).toMatchObject({
      status: 409,
      code: 'PAY-018',
      data: { transactionCode: first.data?.transactionCode },
    })
    const unknown = { status: 'UNKNOWN', code: '68', message: 'Hết giờ', occurredAt: isoLocal(new Date()) }
    await gatewayCall(test.app, test.world.vcb, '/og-001/v1/transactions/ONCE-1/outcome', unknown)
    expect(await send({ ...order, externalRef: 'ONCE-3' })).toMatchObject({ status: 409, code: 'PAY-018' })
    // Another app's order of the same number is another order.
    expect((await send({ ...order, app: 'SAOVIET-APP' }, test.world.saoviet)).status).toBe(200)
    await gatewayCall(test.app, test.world.vcb, '/og-001/v1/transactions/ONCE-1/outcome', { ...unknown, status: 'FAILED' })
    expect((await send({ ...order, externalRef: 'ONCE-4' })).status).toBe(200)
  })
})

describe('risk marks', () => {
  const known = device('an old friend')
  const risksOf = async (facts: Report) => {
    const id = await paid(facts)
    const marks = (await factsOf(id))?.marks.map(({ mark, byPartner, byOperator }) => `${mark} ${byPartner ? 'P' : ''}${byOperator ? 'O' : ''}`)
    return { marks, shown: (await detailOf(id))?.own.risk }
  }

  it('are those of the partner and of the operator, the gravest in the list', async () => {
    expect(await risksOf({ externalRef: 'RISK-1', device: known })).toEqual({ marks: ['NEW_DEVICE O'], shown: 'NEW_DEVICE' })
    expect(await risksOf({ externalRef: 'RISK-2', device: known })).toEqual({ marks: [], shown: null })
    expect(await risksOf({ externalRef: 'RISK-3', device: known, amount: '20000000', riskMarks: ['ROOTED', 'AMOUNT'] })).toEqual({
      marks: ['ROOTED P', 'AMOUNT PO'],
      shown: 'ROOTED',
    })
    const emulated = { externalRef: 'RISK-4', device: device('an old friend', 'Android SDK built for x86 (emulator)') }
    expect(await risksOf(emulated)).toEqual({ marks: ['EMULATOR O'], shown: 'EMULATOR' })
  })

  it('are found by any of them', async () => {
    expect(await found({ risk: ['AMOUNT'] })).toEqual(['RISK-3'])
    expect(await found({ risk: ['EMULATOR', 'ROOTED'] })).toEqual(['RISK-4', 'RISK-3'])
    expect(await found({ risk: ['PROXY'] })).toEqual([])
  })

  it('of many payments on one device count those of the same batch, and only those of the same app within the hour', async () => {
    const at = (minutes: number) => isoLocal(new Date(Date.now() - minutes * 60_000))
    const line = (n: number, minutes: number) => ({ ...sdkReport({ externalRef: `FAST-${n}`, device: device('in a hurry') }), occurredAt: at(minutes) })
    // As they were made: one long before, then seven within the hour.
    const lines = [line(0, 90), ...[7, 6, 5, 4, 3, 2, 1].map((minutes, n) => line(n + 1, minutes))]
    await gatewayCall(
      test.app,
      test.world.vcb,
      '/og-002/v1/transactions/batch',
      `${lines
        .toReversed()
        .map((one) => JSON.stringify(one))
        .join('\n')}\n`,
    )
    expect(await found({ risk: ['VELOCITY'] })).toEqual(['FAST-7', 'FAST-6'])
    expect(await found({ risk: ['NEW_DEVICE'], partnerOrder: lines[0]?.orderRef })).toEqual(['FAST-0'])
    expect(await risksOf({ externalRef: 'FAST-8', device: device('in a hurry') })).toEqual({ marks: ['VELOCITY O'], shown: 'VELOCITY' })
  })
})

describe('money goes back', () => {
  it('by a refund that two people decide, with its part of the fee', async () => {
    const id = await paid({ amount: '200000' })
    const { version = -1 } = (await detailOf(id)) ?? {}
    const asked = await test.call(askSdkRefund, { id, version, amount: '100000', reason: 'Khách trả hàng' }, { as: 'ketoan', headers: once() })
    expect(asked.data?.status).toBe('REFUND_PENDING')
    expect((await test.decide(asked.data?.requestId ?? '')).status).toBe(200)
    const detail = await detailOf(id)
    expect(detail).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: '100000.00', feeLeft: '500.00', netLeft: '99450.00' })
    expect(entries(detail)?.at(-1)).toEqual([
      'SDK_REFUND',
      'C 1388.VCB 100000.00',
      'D 3388.SDK.VCB 100000.00',
      'C 3388.SDK.VCB 550.00',
      'D 5113.SDK 500.00',
      'D 33311.SDK 50.00',
    ])
  })

  it('by a cancellation on its day, whole', async () => {
    const id = await paid()
    const { version = -1 } = (await detailOf(id)) ?? {}
    const asked = await test.call(askSdkCancellation, { id, version, reason: 'Thanh toán hai lần' }, { as: 'ketoan', headers: once() })
    expect((await test.decide(asked.data?.requestId ?? '')).status).toBe(200)
    expect(await detailOf(id)).toMatchObject({ status: 'CANCELLED', journals: [{ kind: 'SDK_PAID' }, { kind: 'SDK_CANCEL' }] })
  })
})

describe('an app', () => {
  const create = (input: object) =>
    test.call(createApp, { code: 'NEW-APP', partnerId: test.world.vcb.partnerId, name: 'Mới', platforms: ['WEB'], ...input } as never, { as: 'ketoan' })

  it.each([
    'http://pay.example.vn/return',
    'javascript://alert',
    'https://user@pay.example.vn/x',
    'https://pay.example.vn/x?order=1',
    'https://pay.example.vn/x#part',
    'pay.example.vn',
  ])('sends nobody back to %s', async (address) => {
    expect(await create({ redirects: [address] })).toMatchObject({ status: 422, errors: [{ field: expect.stringContaining('redirects') }] })
  })

  it('has a code that no other has, of a partner that there is', async () => {
    expect(await create({ code: 'VCB-PAY' })).toMatchObject({ status: 409, errors: [{ field: 'code', code: 'SDK-006' }] })
    expect(await create({ partnerId: '999999' })).toMatchObject({ status: 422, errors: [{ field: 'partnerId', code: 'SDK-007' }] })
  })

  it('is changed, and its second app shares the account of its partner', async () => {
    const made = await create({})
    const { id = '', version = -1 } = made.data ?? {}
    await test.call(changeApp, { id, version, name: 'Đổi tên', platforms: ['WEB', 'WEB', 'IOS'], redirects: ['newapp://back'] }, { as: 'ketoan' })
    expect((await test.call(findApp, { id }, { as: 'ketoan' })).data).toMatchObject({
      name: 'Đổi tên',
      platforms: ['WEB', 'IOS'],
      redirects: ['newapp://back'],
    })
    const accounts = await test.runtime.db.selectFrom('sdk.partner_account').select('partner_id').where('partner_id', '=', test.world.vcb.partnerId).execute()
    expect(accounts).toHaveLength(1)
    expect((await test.list(listApps, { filter: { text: 'doi ten' } }, { as: 'ketoan' })).data?.result).toMatchObject([
      { id, platformNames: 'WEB, IOS', redirectCount: 1 },
    ])
    expect((await test.call(createApp, { code: 'X1', partnerId: '1', name: 'x', platforms: ['WEB'] }, { as: 'kiemsoat' })).status).toBe(403)
  })
})
