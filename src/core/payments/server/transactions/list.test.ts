import { describe, expect, it } from 'vitest'
import { searchMerchants } from '#core/merchants/contract/merchant.ts'
import { addDays } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'

import { qrWorld, refs } from '../../../../../test/qr.ts'

const world = qrWorld()
const { lastDays, moment, search, today } = world

describe('a row', () => {
  it('says what was paid, by whom, to whom and what is left for the merchant', async () => {
    const { result } = await search({ externalRef: 'SV-1' })
    expect(result).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        code: expect.stringMatching(/^QR\d{15}$/),
        externalRef: 'SV-1',
        merchantCode: 'M-HANOI',
        merchantName: 'Phở Thìn',
        unitName: expect.stringContaining('Bưu cục'),
        provinceName: 'Bưu điện thành phố Hà Nội',
        payerName: 'Đặng Thị Ánh',
        payerAccount: '9704001111',
        payerBank: 'Vietcombank',
        amount: '20000.00',
        fee: '200.00',
        tax: '20.00',
        net: '19780.00',
        type: 'PAYMENT',
        status: 'SUCCEEDED',
        channel: 'WALLET',
        feeSource: 'CUSTOMER_PLAN',
        occurredAt: moment(1),
        businessDate: addDays(today, -1),
        lateOf: null,
        held: false,
        pendingRequestId: null,
      },
    ])
  })
})

describe('each filter', () => {
  it('finds a code and a reference on any day, whole, whatever the period says', async () => {
    const [old] = (await search({ externalRef: 'SV-5' })).result
    expect(old?.amount).toBe('60000.00')
    expect(refs(await search({ code: old?.code.toLowerCase(), from: today, to: today }))).toEqual(['SV-5'])
    expect(refs(await search({ code: old?.code.slice(0, -1) }))).toEqual([])
    expect(refs(await search({ externalRef: 'sv-5' }))).toEqual([])
    expect(refs(await search({ code: old?.code, externalRef: 'SV-1' }))).toEqual([])
  })

  it('period: business dates, both days included', async () => {
    expect(refs(await search({ from: addDays(today, -2), to: addDays(today, -1) }))).toEqual(['BIDV-1', 'BIDV-2', 'SV-1', 'SV-2', 'SV-4', 'VCB-1', 'VCB-2'])
    expect((await search(lastDays)).totalRecord).toBe(30)
  })

  it('payer: words of the name without diacritics, in any order; the beginning of an account; no patterns', async () => {
    expect(refs(await search({ ...lastDays, payer: 'anh dang' }))).toEqual(['SV-1'])
    expect(refs(await search({ ...lastDays, payer: 'ĐẶNG ánh' }))).toEqual(['SV-1'])
    expect(refs(await search({ ...lastDays, payer: 'anh binh' }))).toEqual([])
    expect(refs(await search({ ...lastDays, payer: '97040011' }))).toEqual(['SV-1'])
    expect(refs(await search({ ...lastDays, payer: '4001111' }))).toEqual([])
    expect(refs(await search({ ...lastDays, payer: '883ab' }))).toEqual(['BIDV-3'])
    expect((await search({ ...lastDays, payer: '50%' })).totalRecord).toBe(5)
    expect((await search({ ...lastDays, payer: '%' })).totalRecord).toBe(5)
    expect((await search({ ...lastDays, payer: '_' })).totalRecord).toBe(0)
    expect((await search({ ...lastDays, payer: '  ' })).totalRecord).toBe(30)
  })

  it('status: one or several', async () => {
    expect(refs(await search({ ...lastDays, status: ['UNKNOWN'] }))).toEqual(['SV-2'])
    expect(refs(await search({ ...lastDays, status: ['UNKNOWN', 'FAILED'] }))).toEqual(['SV-2', 'SV-3'])
    expect((await search({ ...lastDays, status: ['SUCCEEDED'] })).totalRecord).toBe(28)
  })

  it('merchant, and the merchants to choose from', async () => {
    const options = await world.app.call(searchMerchants, { text: 'com tam' }, { as: 'ketoan' })
    expect(options.data).toEqual([{ id: expect.any(String), code: 'M-HCM', name: 'Cơm Tấm Ba Ghiền' }])
    expect((await search({ ...lastDays, merchantId: options.data?.[0]?.id })).totalRecord).toBe(7)
    expect((await world.app.call(searchMerchants, { text: 'm-ha' }, { as: 'ketoan' })).data?.map(({ code }) => code)).toEqual(['M-HANOI'])
    expect((await world.app.call(searchMerchants, { ids: [options.data?.[0]?.id ?? ''] }, { as: 'ketoan' })).data).toEqual(options.data)
  })

  it('unit: of any level, with everything below it', async () => {
    const units = await world.app.runtime.pool.query<{ id: string; code: string }>('select id, code from organisation.unit')
    const unit = (code: string) => units.rows.find((row) => row.code === code)?.id
    expect((await search({ ...lastDays, unitId: unit('010101') })).totalRecord).toBe(23)
    expect((await search({ ...lastDays, unitId: unit('010100') })).totalRecord).toBe(23)
    expect((await search({ ...lastDays, unitId: unit('790000') })).totalRecord).toBe(7)
    expect((await search({ ...lastDays, unitId: unit('TCT') })).totalRecord).toBe(30)
    expect((await search({ ...lastDays, unitId: unit('480000') })).totalRecord).toBe(0)
  })

  it('amount: from and to, compared as money', async () => {
    expect(refs(await search({ ...lastDays, amountFrom: '30000', amountTo: '50000.00' }))).toEqual(['SV-2', 'SV-3', 'SV-4'])
    expect((await search({ ...lastDays, amountFrom: '1000000' })).totalRecord).toBe(20)
  })
})

describe('order', () => {
  it('newest first, unless asked otherwise', async () => {
    const times = (await search(lastDays)).result.map((row) => row.occurredAt)
    expect(times).toEqual(times.toSorted().reverse())
    expect(new Set(times).size).toBeGreaterThan(10)
  })
})

describe('sums', () => {
  it('are of what succeeded, as the line says; of the rest nothing is known to be charged, and what there is stands beside it by state. Where nothing succeeded they are of what is shown', async () => {
    const of = async (status?: 'FAILED' | 'UNKNOWN') => await search({ ...lastDays, ...(status ? { status: [status] } : {}) })
    const [all, failed, unknown] = await Promise.all([of(), of('FAILED'), of('UNKNOWN')])
    const nothing = { amount: null, fee: null, tax: null, net: null }
    expect([failed.sums, unknown.sums]).toEqual([
      { ...nothing, amount: '40000.00' },
      { ...nothing, amount: '30000.00' },
    ])
    expect(failed.split).toEqual([{ value: 'FAILED', rows: 1, sums: failed.sums }])
    const both = await search({ ...lastDays, status: ['FAILED', 'UNKNOWN'] })
    expect(both.sums).toEqual({ ...nothing, amount: '70000.00' })
    expect(failed.result[0]).toMatchObject({ amount: '40000.00', fee: null, tax: null, net: null })
    expect(all.split?.[0]).toEqual({ value: 'SUCCEEDED', rows: 28, sums: all.sums })
    expect(new Set(all.split?.slice(1))).toEqual(new Set([failed.split?.[0], unknown.split?.[0]]))
    const [amount, fee, tax, net] = ['amount', 'fee', 'tax', 'net'].map((field) => parseMoney(all.sums[field] ?? '')) as [bigint, bigint, bigint, bigint]
    expect(net).toBe(amount - fee - tax)
    expect(fee > 0n && tax > 0n).toBe(true)
    expect((await search({ ...lastDays, externalRef: 'KHONG-CO' })).sums).toEqual(nothing)
  })

  it('by fee show what has none last, whichever way', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const { data } = await world.app.call(
        listQrTransactions,
        { searchSdi: lastDays, pageInfo: { currentPage: 1, pageSize: 50 }, sort: { field: 'fee', direction } },
        { as: 'ketoan' },
      )
      expect(data?.result.slice(-2).map(({ fee }) => fee)).toEqual([null, null])
      expect(data?.result.slice(0, 28).every(({ fee }) => fee !== null)).toBe(true)
    }
  })
})
