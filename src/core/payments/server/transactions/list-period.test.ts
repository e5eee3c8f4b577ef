import { describe, expect, it } from 'vitest'
import { addDays } from '#kernel/dates.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { type Filter, qrWorld } from '../../../../../test/qr.ts'
import { MAX_DAYS } from '../../contract/transactions.ts'

const world = qrWorld()
const { lastDays, search, today } = world

describe('the period', () => {
  async function refusal(filter: Filter, language: 'vi' | 'en' = 'vi') {
    const reply = await world.app.call(listQrTransactions, { searchSdi: filter, pageInfo: { currentPage: 1, pageSize: 15 } }, { as: 'ketoan', language })
    return { status: reply.status, errors: reply.errors }
  }

  it('is needed', async () => {
    expect(await refusal({})).toEqual({
      status: 422,
      errors: [
        { field: 'searchSdi.from', code: 'required', message: 'Vui lòng nhập thông tin này' },
        { field: 'searchSdi.to', code: 'required', message: 'Vui lòng nhập thông tin này' },
      ],
    })
    expect((await refusal({ from: today, code: '' })).errors).toEqual([expect.objectContaining({ field: 'searchSdi.to', code: 'required' })])
  })

  it('runs forward and has an end', async () => {
    expect((await refusal({ from: today, to: addDays(today, -1) }, 'en')).errors).toEqual([
      { field: 'searchSdi.to', code: 'dateOrder', message: 'The start date must not be after the end date' },
    ])
    expect((await refusal({ from: addDays(today, -MAX_DAYS), to: today })).errors).toEqual([
      { field: 'searchSdi.to', code: 'dateSpan', message: `Khoảng thời gian tối đa ${MAX_DAYS} ngày` },
    ])
    expect((await search({ from: addDays(today, 1 - MAX_DAYS), to: today })).totalRecord).toBe(30)
  })

  it.each([
    [{ ...lastDays, status: [] }, 'searchSdi.status'],
    [{ ...lastDays, status: ['PAID'] }, 'searchSdi.status.0'],
    [{ ...lastDays, amountFrom: 12 }, 'searchSdi.amountFrom'],
    [{ ...lastDays, merchantId: '0' }, 'searchSdi.merchantId'],
    [{ ...lastDays, from: '2026-02-30' }, 'searchSdi.from'],
    [{ ...lastDays, code: 'a b' }, 'searchSdi.code'],
    [{ ...lastDays, service: 'COD' }, 'searchSdi.service'],
  ])('a wrong filter is refused by its field: %j', async (filter, field) => {
    const { status, errors } = await refusal(filter as Filter)
    expect(status).toBe(422)
    expect(errors?.map((error) => error.field)).toEqual([field])
  })
})
