/** A service of this file's own, stamped beside QR: money in and out, without merchants, with columns of its own. Nothing it does may hang on QR. */
import { randomUUID } from 'node:crypto'
import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decideRequest, getRequest } from '#core/approvals/contract/request.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { CodeWithDot, DateOnly, KeyFilter, Money } from '#kernel/primitives.ts'
import { searchRecords } from '#kernel/search.ts'
import { is } from '#platform/server/list/where.ts'
import { defineModule } from '#platform/server/module.ts'
import { askQrRefund, getQrTransaction, listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { requestOf } from '../../../../../test/app.ts'
import { flatFee, report } from '../../../../../test/payments.ts'
import { type RefundWorld, refundWorld } from '../../../../../test/refunds.ts'
import { plainText } from '../../contract/line-fields.ts'
import { declareService } from '../../contract/service.ts'
import { addressOf, transactionContracts } from '../../contract/transactions.ts'
import { en as paymentsEn } from '../../labels/en.ts'
import { vi as paymentsVi } from '../../labels/vi.ts'
import { definePaymentService, type PaymentService } from '../service.ts'
import { serveTransactions } from './serve.ts'

const CodeText = z.string().meta({ kind: 'code' })
const line = { student: CodeWithDot, name: plainText(140), officeCode: CodeWithDot, term: DateOnly.optional(), owed: Money.optional() }

/** Fees of a school, paid at a counter with a charge beside them, and grants that are paid out, less the charge. */
const school = declareService({
  code: 'SCHOOL',
  prefix: 'SCH',
  name: { vi: 'Học phí', en: 'School fees' },
  entity: 'school.transaction',
  types: { COLLECTION: { direction: 'IN', fee: 'ON_TOP', line }, PAYOUT: { direction: 'OUT', fee: 'INSIDE', line } },
  own: { student: CodeText, term: DateOnly.nullable(), owed: Money.nullable() },
})

const schoolPayments: PaymentService = definePaymentService({
  declaration: school,
  accounts: {
    cash: { code: '1111.SCHOOL', name: 'Tiền mặt thu học phí', class: 'ASSET', chart: 'OTHER_RECEIVABLE' },
    schools: { code: '3388.SCHOOL', name: 'Phải trả các trường', class: 'LIABILITY', chart: 'OTHER_PAYABLE' },
    feeIncome: { code: '5113.SCHOOL', name: 'Doanh thu phí', class: 'INCOME', chart: 'FEE_INCOME' },
  },
  journals: { paid: { kind: 'SCHOOL_PAID', text: (code) => `Học phí ${code}` }, refunded: { kind: 'SCHOOL_BACK', text: (code) => `Hoàn học phí ${code}` } },
  own: {
    table: 'school.transaction',
    columns: { student: 'student', term: 'term_from', owed: 'owed' },
    where: { student: is('o.student') },
  },
  async admit(lines, { tx }) {
    const units = await tx.selectFrom('organisation.unit').selectAll().execute()
    return lines.map(({ facts: { student, name, officeCode, term = null, owed = null } }) => {
      const unit = units.find(({ code }) => code === officeCode)
      if (!unit) throw new Error(`no unit ${officeCode}`)
      const place = {
        headUnitId: unit.head_unit_id ?? '',
        provinceUnitId: unit.province_unit_id,
        districtUnitId: unit.district_unit_id,
        officeUnitId: unit.office_unit_id,
      }
      return { payer: { name }, payee: { name }, place, own: { student, term, owed } }
    })
  },
  postingsFor(event, accounts, { amount, ...charged }, type) {
    const fee = charged.fee + charged.tax
    const { cash = '', schools = '', feeIncome = '' } = accounts
    const [into, outOf] = event === 'paid' ? (['D', 'C'] as const) : (['C', 'D'] as const)
    return type === 'COLLECTION'
      ? [
          { accountId: cash, side: into, amount: amount + fee },
          { accountId: schools, side: outOf, amount },
          { accountId: feeIncome, side: outOf, amount: fee },
        ]
      : [
          { accountId: schools, side: into, amount },
          { accountId: cash, side: outOf, amount: amount - fee },
          { accountId: feeIncome, side: outOf, amount: fee },
        ]
  },
})

const transactions = transactionContracts(school, {
  api: '/school-admin/transactions/v1',
  routes: { list: '/pp-school/transactions', detail: '/pp-school/transaction/{id}' },
  approveLarge: 'pp-school/large/approve',
  filter: { student: KeyFilter },
})
const served = serveTransactions(transactions, schoolPayments, {
  refundKind: { name: 'SCHOOL_REFUND', title: { vi: 'Hoàn học phí', en: 'Refund of school fees' } },
})

const own = {
  vi: { student: 'Mã học sinh', term: 'Kỳ học từ', owed: 'Còn nợ' },
  en: { student: 'Student', term: 'Term from', owed: 'Still owed' },
}
const schoolModule = defineModule({
  name: 'school',
  labels: {
    vi: { screens: {}, enums: {}, fields: { transaction: { ...paymentsVi.fields.transaction, ...own.vi } } },
    en: { screens: {}, enums: {}, fields: { transaction: { ...paymentsEn.fields.transaction, ...own.en } } },
  },
  search: [served.search],
  register: served.register,
})

let test: RefundWorld
const today = localDate(new Date())
const day = { from: today, to: today }

beforeAll(async () => {
  test = await refundWorld({
    additions: { services: [schoolPayments], approvalKinds: [served.refundKind], modules: [schoolModule] },
    tables: `create schema school;
      create table school.transaction (id bigint, business_date date, head_unit_id bigint not null, province_unit_id bigint, district_unit_id bigint,
        office_unit_id bigint, partner_id bigint not null, student text not null, term_from date, owed numeric(20,2), primary key (id, business_date))`,
  })
  await flatFee(test.runtime, 'SCHOOL', '200')
  await test.runtime.pool.query(
    `insert into iam.role_permission (role_id, permission_id)
     select r.id, p.id from iam.role r, iam.permission p
     where p.uri like 'pp-school/%' and (r.code = 'ACCOUNTANT' and p.uri !~ '/approve$' or r.code = 'CHECKER' and p.uri !~ '/submit$' or r.code = 'TELLER' and p.uri ~ '/view$')
     on conflict do nothing`,
  )
})
afterAll(() => test?.close())

type Line = Partial<Record<'type' | 'externalRef' | 'amount' | 'student' | 'name' | 'officeCode' | 'term' | 'owed', string>>
/** Reports one transaction of the school through the gateway; answers its id. */
function paid({ type = 'COLLECTION', ...given }: Line): Promise<string> {
  const { merchantCode: _merchant, payer: _payer, memo: _memo, ...common } = report()
  const facts = { student: 'HS-1', name: 'Trần Thị Bé', officeCode: '010101', channel: 'COUNTER', ...given }
  return test.reported({ ...common, service: 'SCHOOL', type, ...facts, occurredAt: isoLocal(new Date()) })
}
const rows = async (filter: Parameters<typeof test.list<typeof transactions.list>>[1] = {}, as = 'ketoan') => {
  const { data, message } = await test.list(transactions.list, { pageSize: 100, ...filter }, { as })
  if (!data) throw new Error(message)
  return data
}
const detailOf = async (id: string, as = 'ketoan') => (await test.call(transactions.detail, { id }, { as })).data
const ask = async (id: string, amount: string) =>
  test.call(
    transactions.askRefund,
    { id, version: (await detailOf(id))?.version ?? -1, amount, reason: 'Nộp nhầm' },
    { as: 'ketoan', headers: { 'idempotency-key': randomUUID() } },
  )

describe('the list of a second service', () => {
  it('has what the service declares: payers and payees, its own columns, no merchants', async () => {
    const id = await paid({ externalRef: 'S-1', amount: '100', student: 'HS-7', term: '2026-09-01', owed: '5.5' })
    const [row] = (await rows({ filter: { externalRef: 'S-1' } })).result
    expect(row).toMatchObject({ id, code: expect.stringMatching(/^SCH\d{15}$/), payerName: 'Trần Thị Bé', student: 'HS-7', term: '2026-09-01', owed: '5.50' })
    expect(row).toMatchObject({ amount: '100.00', fee: '200.00', net: '100.00', tax: '20.00', unitName: expect.stringContaining('Bưu cục') })
    expect(Object.keys(transactions.list.row.shape).filter((field) => field.startsWith('merchant'))).toEqual([])
    expect(Object.keys(transactions.list.filter.shape)).toEqual(expect.arrayContaining(['payer', 'payee', 'student']))
    expect('merchantId' in transactions.list.filter.shape).toBe(false)
  })

  it('is narrowed by its own filter and by the payee, and adds up by where the fee lies', async () => {
    await paid({ externalRef: 'S-2', amount: '1000', student: 'HS-8' })
    await paid({ externalRef: 'S-3', amount: '7000', student: 'HS-8', type: 'PAYOUT', name: 'Lê Văn Học' })
    const page = await rows({ filter: { ...day, student: 'HS-8' }, sort: { field: 'net', direction: 'desc' } })
    expect(page.result.map(({ externalRef, net }) => [externalRef, net])).toEqual([
      ['S-3', '6780.00'],
      ['S-2', '1000.00'],
    ])
    expect(page).toMatchObject({ totalRecord: 2, sums: { amount: '8000.00', fee: '400.00', net: '7780.00' } })
    expect((await rows({ filter: { ...day, payee: 'van hoc' } })).result.map(({ externalRef }) => externalRef)).toEqual(['S-3'])
    const all = await rows({ filter: day })
    for (const field of ['amount', 'fee', 'net'] as const)
      expect(parseMoney(all.sums[field] ?? '')).toBe(all.result.reduce((sum, row) => sum + parseMoney(row[field] ?? '0'), 0n))
  })

  it('keeps to itself: neither service shows the other one’s, and each keeps to the scope', async () => {
    const id = await paid({ externalRef: 'S-4', amount: '500', officeCode: '790101' })
    const qr = await test.pay()
    const qrRows = await test.list(listQrTransactions, { filter: day, pageSize: 100 }, { as: 'ketoan' })
    expect(qrRows.data?.result.map((row) => row.id)).toEqual([qr])
    expect((await rows({ filter: day })).result.map((row) => row.id)).not.toContain(qr)
    expect((await rows({ filter: day }, 'giaodichvien')).result.map((row) => row.id)).not.toContain(id)
    expect((await test.call(getQrTransaction, { id }, { as: 'ketoan' })).status).toBe(404)
    expect((await test.call(transactions.detail, { id: qr }, { as: 'ketoan' })).status).toBe(404)
    expect((await test.call(transactions.detail, { id }, { as: 'giaodichvien' })).status).toBe(404)
    const command = { id, version: 0, amount: '100', reason: 'x' }
    expect((await test.call(askQrRefund, command, { as: 'ketoan', headers: { 'idempotency-key': randomUUID() } })).status).toBe(404)
  })

  it('is exported with its own words', async () => {
    await paid({ externalRef: 'S-5', amount: '900', student: 'HS-9', term: '2026-09-01' })
    const { payload, ...request } = requestOf(transactions.list.export, { searchSdi: { externalRef: 'S-5' }, columns: ['code', 'student', 'term', 'net'] })
    const response = await test.app.inject({
      ...request,
      payload: payload as object,
      headers: { ...(await test.headersOf('ketoan')), 'accept-language': 'vi' },
    })
    const book = read(response.rawPayload, { type: 'buffer' })
    const [header, row] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] as never, { header: 1, raw: false })
    expect(header).toEqual(['Mã giao dịch', 'Mã học sinh', 'Kỳ học từ', 'Thực nhận'])
    expect(row?.[1]).toBe('HS-9')
  })
})

describe('one transaction of a second service', () => {
  it('is shown whole, and found by its code and reference', async () => {
    const id = await paid({ externalRef: 'S-6', amount: '3000', student: 'HS-10', owed: '1.25' })
    const found = await detailOf(id)
    expect(found).toMatchObject({ direction: 'IN', type: 'COLLECTION', own: { student: 'HS-10', term: null, owed: '1.25' }, merchant: null })
    expect(found?.timeline.map(({ step }) => step)).toEqual(['receive', 'submit', 'succeed'])
    expect(found?.journals.flatMap(({ entries }) => entries).map(({ accountCode, side, amount }) => [accountCode, side, amount])).toEqual([
      ['1111.SCHOOL', 'D', '3220.00'],
      ['3388.SCHOOL', 'C', '3000.00'],
      ['5113.SCHOOL', 'C', '220.00'],
    ])
    const code = found?.code ?? ''
    for (const text of [code, code.toLowerCase(), code.slice(3), 'S-6 '.trim().padEnd(3)].filter((one) => one.length >= 4)) {
      const { data } = await test.call(searchRecords, { text }, { as: 'ketoan' })
      // Beside the record, its money can be traced.
      const records = data?.filter(({ path }) => !path.startsWith('/crm/money-trace?'))
      expect(records?.map((one) => [one.code, one.path])).toEqual([[code, addressOf(transactions, id)]])
    }
  })
})

describe('a refund of a second service', () => {
  it('is asked for and decided under its own kind, gives the charge back and ends in the ledger', async () => {
    const id = await paid({ externalRef: 'S-7', amount: '2000' })
    const asked = await ask(id, '500')
    expect(asked).toMatchObject({ status: 200, data: { status: 'REFUND_PENDING' } })
    const requestId = asked.data?.requestId ?? ''
    const { data: request } = await test.call(getRequest, { id: requestId }, { as: 'kiemsoat' })
    expect(request).toMatchObject({ kind: 'SCHOOL_REFUND', subjectPath: addressOf(transactions, id), mayDecide: true })
    // The fee lies beside the amount: what the payee gets falls by the refund alone.
    expect(request?.changes.find(({ field }) => field === 'net')).toMatchObject({ before: '2000.00', after: '1500.00' })
    const [waiting] = (await rows({ filter: { externalRef: 'S-7' } })).result
    expect(waiting).toMatchObject({ status: 'REFUND_PENDING', pendingRequestId: requestId })

    const decided = await test.call(
      decideRequest,
      { id: requestId, version: 0, decision: 'APPROVE' },
      { as: 'kiemsoat', headers: { 'idempotency-key': randomUUID() } },
    )
    expect(decided.status).toBe(200)
    const found = await detailOf(id)
    expect(found).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: '500.00', feeLeft: '150.00', netLeft: '1500.00' })
    expect(found?.journals.at(-1)).toMatchObject({ kind: 'SCHOOL_BACK', service: 'SCHOOL' })
    const given = await test.runtime.db.selectFrom('payment.refund').select(['amount', 'fee']).where('transaction_id', '=', id).execute()
    expect(found?.pendingRequestId).toBeNull()
    expect(given).toEqual([{ amount: '500.00', fee: '50.00' }])
  })

  it('of money that was paid out reverses the payout', async () => {
    const id = await paid({ externalRef: 'S-8', amount: '4000', type: 'PAYOUT' })
    const asked = await ask(id, '4000')
    const decision = { id: asked.data?.requestId ?? '', version: 0, decision: 'APPROVE' as const }
    expect((await test.call(decideRequest, decision, { as: 'kiemsoat', headers: { 'idempotency-key': randomUUID() } })).status).toBe(200)
    const found = await detailOf(id)
    expect(found).toMatchObject({ status: 'REFUNDED', netLeft: '0.00', feeLeft: '0.00' })
    expect(found?.journals[1]?.reversesJournalId).toBe(found?.journals[0]?.id)
  })
})
