import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCode, findCode } from '#core/vietqr/contract/codes.ts'
import type { RawInputOf } from '#kernel/contract.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { qrInquiry } from '../contract/inquiry.ts'
import { getQrTransaction } from '../contract/transactions.ts'

let test: RefundWorld
let id: string
beforeAll(async () => {
  test = await refundWorld()
  const outcome = { status: 'SUCCEEDED' as const, code: '00', message: 'Giao dịch thành công', evidence: { bankReference: 'FT990011' } }
  const payer = { name: 'TRAN VAN BINH', account: '778899001122', bankBin: '970418' }
  id = await test.pay({ externalRef: 'INQ-1', amount: '765000', memo: 'Mua điện thoại', payer, orderCode: 'DH.77', outcome })
  await test.pay({ externalRef: 'INQ-2', amount: '765000', memo: 'Trà sữa' })
})
afterAll(() => test?.close())

const today = localDate(new Date())
const ask = (question: RawInputOf<typeof qrInquiry.search>, as = 'ketoan', language: 'vi' | 'en' = 'vi') =>
  test.call(qrInquiry.search, question, { as, language })
const found = async (question: RawInputOf<typeof qrInquiry.search>, as?: string) => {
  const { data, message } = await ask(question, as)
  return data?.rows.map(({ externalRef }) => externalRef) ?? message
}
const days = { from: today, to: today }

describe('a payment is looked up', () => {
  it('by its code, the reference of the partner or of the order, whatever its day', async () => {
    const { code } = await test.detail(id)
    for (const reference of [code, code.toLowerCase(), 'INQ-1', 'inq-1', 'm-hanoi dh.77', 'M-HANOI DH.77', 'FT990011', 'ft990011'])
      expect(await found({ reference }), reference).toEqual(['INQ-1'])
    expect(await found({ reference: 'INQ-9' })).toEqual([])
  })

  it('by days with an amount, an account or words of the memo', async () => {
    expect(await found({ ...days, amount: '765000' })).toEqual(['INQ-2', 'INQ-1'])
    expect(await found({ ...days, amount: '765000', account: '7788' })).toEqual(['INQ-1'])
    expect(await found({ ...days, memo: 'dien thoai' })).toEqual(['INQ-1'])
    expect(await found({ from: addDays(today, -3), to: addDays(today, -2), amount: '765000' })).toEqual([])
  })

  it('by the account or the code that was paid to', async () => {
    const once = () => ({ 'idempotency-key': randomUUID() })
    const { id: merchantId } = await test.runtime.db.selectFrom('merchants.merchant').select('id').where('code', '=', 'M-HANOI').executeTakeFirstOrThrow()
    const made = await test.call(createCode, { merchantId, kind: 'STATIC' }, { as: 'ketoan', headers: once() })
    const { data: code } = await test.call(findCode, { id: made.data?.id ?? '' }, { as: 'ketoan' })
    await test.pay({ externalRef: 'INQ-3', virtualAccount: code?.accountNumber ?? '' })
    for (const paidTo of [code?.accountNumber, code?.code, code?.code.toLowerCase()]) expect(await found({ ...days, paidTo }), paidTo).toEqual(['INQ-3'])
    expect(await found({ ...days, paidTo: 'QRC99999999' })).toEqual([])
    const [row] = (await ask({ ...days, paidTo: code?.code })).data?.rows ?? []
    expect((await test.call(getQrTransaction, { id: row?.id ?? '' }, { as: 'ketoan' })).data).toMatchObject({
      externalRef: 'INQ-3',
      creditedAccount: code?.accountNumber,
    })
    expect(await ask({ paidTo: code?.code })).toMatchObject({ status: 422, code: 'PAY-050' })
  })

  it('with its state, shop and what the partner said', async () => {
    expect((await ask({ reference: 'INQ-1' })).data).toMatchObject({
      more: false,
      rows: [
        {
          ...{ id, status: 'SUCCEEDED', amount: '765000.00', merchantName: 'Phở Thìn', payerName: 'TRAN VAN BINH', payerAccount: '778899001122' },
          ...{ outcome: { code: '00', bankReference: 'FT990011' }, unresolved: null },
        },
      ],
    })
  })

  it('by nobody outside of its unit, and each look is kept', async () => {
    expect(await found({ reference: 'INQ-1' }, 'tinh79')).toEqual([])
    const looks = () =>
      test.runtime.db.selectFrom('platform.audit_entry').select('actor').where('action', '=', 'payments.lookedUp').where('subject_id', '=', id).execute()
    const before = (await looks()).length
    await ask({ reference: 'INQ-1' }, 'kiemsoat')
    expect(await looks()).toHaveLength(before + 1)
  })
})

it('a question that could mean anything, or spans too many days, is refused', async () => {
  for (const question of [{}, days, { amount: '765000' }]) expect(await ask(question), JSON.stringify(question)).toMatchObject({ status: 422, code: 'PAY-050' })
  expect(await ask({ from: addDays(today, -31), to: today, amount: '1000' }, 'ketoan', 'en')).toMatchObject({
    status: 422,
    errors: [{ field: 'to', code: 'PAY-051', message: 'One look-up spans 31 days at most' }],
  })
  expect(await ask({ from: today, to: addDays(today, -1), amount: '1000' })).toMatchObject({
    status: 422,
    errors: [{ field: 'to', message: 'Từ ngày phải trước hoặc bằng đến ngày' }],
  })
  expect(await ask({ ...days, amount: '-5' })).toMatchObject({ status: 422 })
})
