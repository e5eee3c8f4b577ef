import { read, utils } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import type { RawInputOf } from '#kernel/contract.ts'
import { fieldLabel } from '#kernel/labels.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { en } from '#subsystems/qr/labels/en.ts'
import { vi } from '#subsystems/qr/labels/vi.ts'
import { requestOf } from '../../../../../test/app.ts'
import { qrWorld } from '../../../../../test/qr.ts'

const world = qrWorld()
const { lastDays, search } = world

describe('export', () => {
  async function download(input: RawInputOf<typeof listQrTransactions.export>, as = 'ketoan', language: 'vi' | 'en' = 'vi') {
    const { payload, ...request } = requestOf(listQrTransactions.export, input)
    const response = await world.app.app.inject({
      ...request,
      payload: payload as object,
      headers: { ...(await world.app.headersOf(as)), 'accept-language': language },
    })
    expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
    return response
  }

  /** Header and rows of the first sheet as shown texts and stored values. */
  function sheetOf(body: Buffer) {
    const book = read(body, { type: 'buffer', cellDates: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    if (!sheet) throw new Error('no sheet')
    return utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true })
  }

  it('is the list, in its order, with the labels of the language', async () => {
    const columns = ['code', 'payerName', 'amount', 'net', 'status', 'channel', 'occurredAt', 'businessDate'] as const
    const filter = { ...lastDays, channel: 'WALLET' as const }
    const list = (await search(filter, { sort: { field: 'amount', direction: 'asc' } })).result
    for (const [language, labels] of [
      ['vi', vi],
      ['en', en],
    ] as const) {
      const [header, ...rows] = sheetOf(
        (await download({ searchSdi: filter, sort: { field: 'amount', direction: 'asc' }, columns: [...columns] }, 'ketoan', language)).rawPayload,
      )
      const named = columns.map((column) => fieldLabel(labels, 'transaction', column, language))
      expect(header).toEqual(named)
      expect(rows.slice(0, 3).map((row) => row[0])).toEqual(list.map((row) => row.code))
      expect(rows.slice(0, 3).map((row) => row[1])).toEqual(list.map((row) => row.payerName))
      expect(rows.slice(0, 3).map((row) => row[2])).toEqual([20000, 30000, 40000])
      expect(rows.slice(0, 3).map((row) => row[3] ?? null)).toEqual(list.map(({ net }) => (net === null ? null : Number(net))))
      expect(rows.slice(0, 3).map((row) => row[4])).toEqual(
        language === 'vi' ? ['Thành công', 'Chưa rõ kết quả', 'Thất bại'] : ['Successful', 'Unknown result', 'Failed'],
      )
    }
  })

  it('has every row of the filter and no row outside the scope', async () => {
    const own: Record<string, RegExp> = { ketoan: /^(VCB|BIDV|SV)-/, tinh79: /^(BIDV-|SV-[45]$)/, giaodichvien: /^(VCB-|SV-[123]$)/, doitac: /^SV-/ }
    for (const [account, expected] of Object.entries(own)) {
      const body = (await download({ searchSdi: lastDays, columns: ['externalRef'] }, account)).rawPayload
      const exported = sheetOf(body).flatMap(([ref]) => (/^[A-Z]+-\d+$/.test(String(ref)) ? [String(ref)] : []))
      const listed = (await search(lastDays, { as: account })).result.map((row) => row.externalRef)
      expect(exported, account).toEqual(listed)
      expect(
        exported.filter((ref) => !expected.test(ref)),
        account,
      ).toEqual([])
      expect(exported.length, account).toBeGreaterThan(0)
    }
  })

  it('as CSV has the same facts in the form of machines', async () => {
    const response = await download({ searchSdi: { externalRef: 'SV-1' }, format: 'csv', columns: ['externalRef', 'businessDate', 'occurredAt'] })
    const [row] = (await search({ externalRef: 'SV-1' })).result
    expect(response.body.trim().split('\n').at(-1)?.trim()).toBe(`SV-1,${row?.businessDate},${row?.occurredAt.slice(0, 19).replace('T', ' ')}`)
  })

  it('adds up what the list adds up, and says what that is', async () => {
    const last = async (filter: object) =>
      sheetOf((await download({ searchSdi: { ...lastDays, ...filter }, columns: ['code', 'amount', 'fee', 'status'] })).rawPayload).at(-1)
    const { sums } = await search(lastDays)
    expect(await last({})).toEqual(['Tổng cộng · 30 giao dịch, 28 thành công', Number(sums.amount), Number(sums.fee)])
    expect(await last({ status: ['FAILED', 'UNKNOWN'] })).toEqual(['Tổng cộng · 2 giao dịch, 0 thành công; tổng của: Chưa rõ kết quả, Thất bại', 70000])
  })

  it('minds the period like the list', async () => {
    const reply = await world.app.call(listQrTransactions.export, { searchSdi: {} }, { as: 'ketoan' })
    expect(reply.status).toBe(422)
    expect(reply.errors?.map((error) => error.field)).toEqual(['searchSdi.from', 'searchSdi.to'])
  })
})
