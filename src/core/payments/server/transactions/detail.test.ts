import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import { sumMoney } from '#kernel/money.ts'
import { getQrTransaction } from '#subsystems/qr/contract/transactions.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report, type TestChannel } from '../../../../../test/payments.ts'

let test: TestApp
let world: GatewayWorld

const yesterday = addDays(localDate(new Date()), -1)
const at = (minutes: number) => isoLocal(new Date(startOfDay(yesterday).getTime() + 36_000_000 + minutes * 60_000))

/** Reports one transaction through the gateway; answers its id. */
async function pay(channel: TestChannel, overrides: Parameters<typeof report>[0]): Promise<string> {
  const reply = await gatewayCall<{ transactionCode: string }>(test.app, channel, '/og-001/v1/transactions', report(overrides))
  expect(reply.status, JSON.stringify(reply)).toBe(200)
  const { rows } = await test.runtime.pool.query<{ id: string }>('select transaction_id as id from payment.transaction_key where code = $1', [
    reply.data?.transactionCode,
  ])
  return rows[0]?.id ?? ''
}

const detail = async (id: string, as = 'ketoan') => (await test.call(getQrTransaction, { id }, { as })).data

beforeAll(async () => {
  test = await testApp()
  world = await gatewayWorld(test.runtime)
})
afterAll(() => test?.close())

describe('the detail of a payment', () => {
  it('shows everything about it', async () => {
    const id = await pay(world.saoviet, {
      externalRef: 'SV-1',
      channel: 'WALLET',
      amount: '200000',
      payer: { name: 'Đặng Thị Ánh', account: '9704001111', bankBin: '970436' },
      memo: 'Ăn trưa',
      occurredAt: at(0),
      outcome: { status: 'SUCCEEDED', code: '00', message: 'Giao dịch thành công', evidence: { bankReference: 'FT-77', bankTime: at(1) } },
    })
    const found = await detail(id)
    expect(found).toMatchObject({
      id,
      version: expect.any(Number),
      externalRef: 'SV-1',
      code: expect.stringMatching(/^QR\d{15}$/),
      type: 'PAYMENT',
      direction: 'IN',
      channel: 'WALLET',
      status: 'SUCCEEDED',
      memo: 'Ăn trưa',
      currency: 'VND',
      amount: '200000.00',
      fee: '2000.00',
      tax: '200.00',
      net: '197800.00',
      occurredAt: at(0),
      businessDate: yesterday,
      payer: { name: 'Đặng Thị Ánh', account: '9704001111', bank: 'Vietcombank' },
      payee: { name: 'PHO THIN', account: '1234567890', bank: 'Vietcombank' },
      merchant: {
        code: 'M-HANOI',
        name: 'Phở Thìn',
        address: '1 Trần Phú',
        phone: '0901234567',
        status: 'ACTIVE',
        settlement: { name: 'PHO THIN', account: '1234567890', bank: 'Vietcombank' },
      },
      partner: { code: 'SAOVIET', name: 'Công ty Cổ phần Cổng thanh toán Sao Việt' },
      outcome: { code: '00', message: 'Giao dịch thành công', bankReference: 'FT-77', bankTime: at(1) },
      parent: null,
    })
    expect(found?.units.map(({ level, code }) => [level, code])).toEqual([
      ['HEAD_OFFICE', 'TCT'],
      ['PROVINCE', '010000'],
      ['DISTRICT', '010100'],
      ['POST_OFFICE', '010101'],
    ])
  })

  it('shows the journal: balanced, with the balance of each account after it', async () => {
    const before = await detail(await pay(world.vcb, { amount: '100000', occurredAt: at(2) }))
    const found = await detail(await pay(world.vcb, { amount: '300000', occurredAt: at(3) }))
    const [journal, ...others] = found?.journals ?? []
    expect(others).toEqual([])
    expect(journal).toMatchObject({ service: 'QR', businessDate: yesterday, occurredAt: at(3), reversesJournalId: null, reversedByJournalId: null })
    const amounts = (side: 'D' | 'C') => sumMoney((journal?.entries ?? []).filter((entry) => entry.side === side).map((entry) => entry.amount))
    expect(amounts('D')).toBe(amounts('C'))
    expect(journal?.entries.map(({ line, accountCode, side, amount }) => [line, accountCode, side, amount])).toEqual([
      [1, '1388.VCB', 'D', '300000.00'],
      [2, '3388.M-HANOI', 'C', '300000.00'],
      [3, '3388.M-HANOI', 'D', '3300.00'],
      [4, '5113.QR', 'C', '3000.00'],
      [5, '33311.QR', 'C', '300.00'],
    ])
    // The clearing account had the first payment on it.
    expect(journal?.entries[0]?.balanceAfter).toBe(sumMoney([before?.journals[0]?.entries[0]?.balanceAfter ?? '', '300000']))
    for (const entry of journal?.entries ?? []) expect(entry.accountName).not.toBe('')
  })

  it('keeps running balances of accounts outside the scope to itself', async () => {
    const id = await pay(world.saoviet, { channel: 'WALLET', amount: '150000', occurredAt: at(5) })
    const balances = async (as: string, entriesSeen = 5) => {
      const entries = (await detail(id, as))?.journals.flatMap((journal) => journal.entries) ?? []
      expect(entries, as).toHaveLength(entriesSeen)
      return [...new Set(entries.filter(({ balanceAfter }) => balanceAfter !== null).map(({ accountCode }) => accountCode))]
    }
    expect(await balances('ketoan')).toEqual(['1388.SAOVIET', '3388.M-HANOI', '5113.QR', '33311.QR'])
    expect(await balances('tinh01')).toEqual(['3388.M-HANOI'])
    expect(await balances('doitac', 0)).toEqual([])
  })

  it('shows the timeline, oldest first, of a payment whose outcome came later', async () => {
    const id = await pay(world.bidv, { externalRef: 'LATE-1', occurredAt: at(4), outcome: { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' } })
    const unknown = await detail(id)
    expect(unknown).toMatchObject({
      status: 'UNKNOWN',
      journals: [],
      outcome: { code: '68', message: 'Hết thời gian chờ', bankReference: null, bankTime: null },
    })
    const reported = await gatewayCall(test.app, world.bidv, '/og-001/v1/transactions/LATE-1/outcome', {
      status: 'SUCCEEDED',
      code: '00',
      message: 'Đã nhận tiền',
      occurredAt: at(30),
    })
    expect(reported.status, JSON.stringify(reported)).toBe(200)
    const found = await detail(id)
    expect(found?.timeline.map(({ step, fromStatus, toStatus }) => [step, fromStatus, toStatus])).toEqual([
      ['receive', null, 'INITIATED'],
      ['submit', 'INITIATED', 'PROCESSING'],
      ['loseTrack', 'PROCESSING', 'UNKNOWN'],
      ['succeed', 'UNKNOWN', 'SUCCEEDED'],
    ])
    expect(found?.timeline.at(-1)).toMatchObject({ occurredAt: at(30), actorKind: 'GATEWAY', detail: { code: '00', message: 'Đã nhận tiền' } })
    expect(found?.journals).toHaveLength(1)
    expect((found?.version ?? 0) > (unknown?.version ?? 0)).toBe(true)
  })
})

describe('who sees it', () => {
  it('those whose scope has it; for everybody else there is none', async () => {
    const hcm = await pay(world.bidv, { merchantCode: 'M-HCM', occurredAt: at(5) })
    for (const account of ['admin', 'ketoan', 'kiemsoat', 'tinh79']) expect((await detail(hcm, account))?.id, account).toBe(hcm)
    for (const account of ['tinh01', 'giaodichvien', 'doitac']) {
      const reply = await test.call(getQrTransaction, { id: hcm }, { as: account })
      expect(reply, account).toMatchObject({ status: 404, code: 'SYS-404', message: 'Không tìm thấy dữ liệu', data: null })
    }
    const saoviet = await pay(world.saoviet, { merchantCode: 'M-HCM', occurredAt: at(6) })
    const [own, full] = [await detail(saoviet, 'doitac'), await detail(saoviet)]
    expect(own?.partner.code).toBe('SAOVIET')
    // What was paid, not by which terms, nor where the merchant has its money.
    expect(own).toMatchObject({ amount: full?.amount, fee: full?.fee, feeSource: null, feeCode: null, journals: [] })
    expect(full?.feeSource).not.toBeNull()
    expect(own?.merchant?.settlement).toMatchObject({ name: '', account: expect.stringMatching(/^•+\d{4}$/) })
    expect(own?.merchant?.phone).not.toBe(full?.merchant?.phone)
    expect((await test.call(getQrTransaction, { id: saoviet }, { as: 'doitac.anphat' })).status).toBe(404)
  })

  it('an id that is none, or none at all', async () => {
    expect(await test.call(getQrTransaction, { id: '999999999' }, { as: 'ketoan', language: 'en' })).toMatchObject({ status: 404, message: 'Not found' })
    expect(await test.call(getQrTransaction, { id: 'abc' }, { as: 'ketoan' })).toMatchObject({ status: 422, errors: [{ field: 'id', code: 'id' }] })
    expect(await test.call(getQrTransaction, {} as { id: string }, { as: 'ketoan' })).toMatchObject({
      status: 422,
      errors: [{ field: 'id', code: 'required' }],
    })
  })

  it('nobody without the right or a session', async () => {
    const id = await pay(world.vcb, { occurredAt: at(7) })
    expect((await test.call(getQrTransaction, { id })).status).toBe(401)
    await test.runtime.pool.query(
      "delete from iam.role_permission using iam.role r, iam.permission p where role_id = r.id and permission_id = p.id and r.code = 'PROVINCE_MANAGER' and p.uri = $1",
      [getQrTransaction.permission],
    )
    expect(await test.call(getQrTransaction, { id }, { as: 'tinh92' })).toMatchObject({ status: 403, code: '403' })
  })
})
