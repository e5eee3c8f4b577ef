/** Merchants from draft to closed: what is refused, what needs two people, where the money goes, and what may be asked of them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideRequest, getRequest, requestsOf } from '#core/approvals/contract/request.ts'
import { closePeriod, verifyLedger } from '#core/ledger/server/public.ts'
import type { OutputOf, RawInputOf } from '#kernel/contract.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { gatewayCall, report } from '../../../../test/payments.ts'
import { type RefundWorld, refundWorld } from '../../../../test/refunds.ts'
import { proposeAccount, proposeStatus, proposeTerms } from '../contract/changes.ts'
import {
  changeFacts,
  createMerchant,
  discardMerchant,
  findMerchant,
  listMerchants,
  lockMerchant,
  submitMerchant,
  updateMerchant,
} from '../contract/merchants.ts'
import { createPlan, findPlan, listPlans, proposeRevision } from '../contract/plans.ts'
import { isTaxCode } from '../contract/tax-code.ts'
import { requireSettleable } from './account-change.ts'
import { customerPlans } from './plans.ts'

type Draft = RawInputOf<typeof createMerchant>
type Merchant = OutputOf<typeof findMerchant>

let it: RefundWorld
let unitId = ''
let partnerId = ''
const maker = () => ({ as: 'ketoan', headers: { 'idempotency-key': randomUUID() } })
const today = localDate(new Date())

beforeAll(async () => {
  it = await refundWorld()
  unitId = await scalar("select id::text from organisation.unit where code = '010101' and level = 'POST_OFFICE'")
  await it.runtime.database.owner.query(`
    insert into masterdata.administrative_area (level, code, kind, name, parent_level, parent_code, valid_from, status) values
      ('PROVINCE', '01', 'MUNICIPALITY', 'Hà Nội', null, null, '2020-01-01', 'ACTIVE'), ('COMMUNE', '00004', 'WARD', 'Ba Đình', 'PROVINCE', '01', '2025-07-01', 'ACTIVE')`)
  partnerId = await scalar("select id::text from organisation.partner where code = 'VCB'")
})
afterAll(async () => {
  expect(await verifyLedger(it.runtime.db)).toEqual([])
  await it.close()
})

async function scalar(text: string, values: unknown[] = []): Promise<string> {
  const { rows } = await it.runtime.pool.query<Record<string, string>>(text, values)
  return String(Object.values(rows[0] ?? {})[0])
}

let serial = 0
/** A tax code that nobody has yet, with the check of the tax office. */
function taxCode(): string {
  for (;;) {
    serial += 1
    const nine = String(10_000_000 + serial).padStart(9, '0')
    for (let check = 0; check <= 9; check += 1) if (isTaxCode(`${nine}${check}`)) return `${nine}${check}`
  }
}

const draft = (more: Partial<Draft> = {}): Draft => ({
  ...{ name: 'Quán Cơm Niêu', businessLine: 'FOOD', provinceCode: '01', communeCode: '00004', address: '12 Kim Mã', phone: '0912345678' },
  ...{ legalName: 'Công ty TNHH Cơm Niêu', legalKind: 'ENTERPRISE', taxCode: taxCode(), representative: 'Trần Thị Mai', settlementCycle: 'T1' },
  ...{ unitId, settlementBankBin: '970436', settlementAccount: `0011${1_000_000 + serial}`, settlementName: 'CONG TY TNHH COM NIEU' },
  ...more,
})

/** What a bank has said of an account. */
const answered = (account: string, name: string, verdict = name === '' ? 'FAILED' : 'SUCCEEDED') =>
  it.runtime.pool.query(
    `insert into merchants.account_check (bank_bin, account_number, partner_id, verdict, answered_name, checked_by, checked_at)
     values ('970436', $1, $2, $3, $4, 'ketoan', now())`,
    [account, partnerId, verdict, name],
  )

async function find(id: string, as = 'ketoan'): Promise<Merchant> {
  const { data, code } = await it.call(findMerchant, { id }, { as })
  if (!data) throw new Error(code)
  return data
}

async function drafted(more: Partial<Draft> = {}): Promise<Merchant> {
  const { data, code, errors } = await it.call(createMerchant, draft(more), maker())
  if (!data) throw new Error(`${code} ${JSON.stringify(errors)}`)
  return find(data.id)
}

async function submitted(more: Partial<Draft> = {}): Promise<Merchant> {
  const merchant = await drafted(more)
  await answered(merchant.settlementAccount, merchant.settlementName)
  const reply = await it.call(submitMerchant, { id: merchant.id, version: merchant.version, reason: 'Đủ hồ sơ' }, maker())
  if (reply.status !== 200) throw new Error(`${reply.code} ${JSON.stringify(reply.errors)}`)
  return find(merchant.id)
}

async function decide(merchant: { id: string }, decision: 'APPROVE' | 'REJECT' = 'APPROVE', as = 'kiemsoat', subjectType = 'merchants.merchant') {
  const { data } = await it.call(requestsOf, { subjectType, subjectId: merchant.id }, { as: 'admin' })
  const request = data?.find(({ status }) => status === 'PENDING')
  return it.call(
    decideRequest,
    { id: request?.id ?? '0', version: request?.version ?? 0, decision, reason: 'Đã đối chiếu' },
    { as, clientId: 'O2O_CRM', headers: { 'idempotency-key': randomUUID() } },
  )
}

async function opened(more: Partial<Draft> = {}): Promise<Merchant> {
  const merchant = await submitted(more)
  const reply = await decide(merchant)
  if (reply.status !== 200) throw new Error(`${reply.code} ${reply.message}`)
  return find(merchant.id)
}

/** What two people agree on, as it stands. */
const termsOf = ({ name, phone, legalName, legalKind, taxCode: code, representative }: Merchant) => ({
  ...{ name, phone, legalName: legalName ?? '', legalKind: legalKind ?? 'ENTERPRISE', taxCode: code ?? '', representative, settlementCycle: 'T1' as const },
})

const begun = (merchant: Merchant, amount: string, more: object = {}) =>
  gatewayCall<{ transactionCode: string }>(
    it.app,
    it.world.vcb,
    '/og-001/v1/transactions',
    report({ merchantCode: merchant.code, amount, outcome: undefined, ...more }),
  )
const happened = (merchant: Merchant, amount: string, more: object = {}) =>
  gatewayCall(it.app, it.world.vcb, '/og-001/v1/transactions', report({ merchantCode: merchant.code, amount, ...more }))

describe('opening', () => {
  test('needs the word of the bank and a second person; from then on the merchant is paid', async () => {
    const merchant = await drafted({ limitDay: '5000000', contacts: [{ name: 'Anh Ba', phone: '0987654321' }], points: [{ code: 'Q1', name: 'Quầy 1' }] })
    expect(merchant).toMatchObject({ status: 'DRAFT', code: expect.stringMatching(/^DB\d{6}$/), owed: '0.00', payableAccountId: null, accounts: [] })
    expect(merchant).toMatchObject({ contacts: [{ name: 'Anh Ba' }], points: [{ code: 'Q1', inUse: true }], areaName: expect.stringContaining('Ba Đình') })
    expect((await begun(merchant, '1000')).code).toBe('PAY-002')
    const submit = { id: merchant.id, version: merchant.version, reason: 'Đủ hồ sơ' }
    expect(await it.call(submitMerchant, submit, maker())).toMatchObject({ status: 409, code: 'MER-010' })
    await answered(merchant.settlementAccount, '')
    expect(await it.call(submitMerchant, submit, maker())).toMatchObject({ status: 409, code: 'MER-011' })
    await answered(merchant.settlementAccount, 'NGUOI KHAC')
    expect(await it.call(submitMerchant, submit, maker())).toMatchObject({ status: 422, errors: [{ field: 'nameReason', code: 'MER-012' }] })
    await answered(merchant.settlementAccount, '', 'UNKNOWN')
    expect(await it.call(submitMerchant, submit, maker())).toMatchObject({ status: 422, errors: [{ field: 'nameReason', code: 'MER-013' }] })
    await answered(merchant.settlementAccount, 'Công ty TNHH Cơm Niêu')
    expect(await it.call(submitMerchant, submit, maker())).toMatchObject({ status: 200 })
    expect((await decide(merchant, 'APPROVE', 'ketoan')).status).toBe(403)
    expect((await begun(merchant, '1000')).code).toBe('PAY-002')
    expect((await decide(merchant)).status).toBe(200)
    expect((await happened(merchant, '100000')).status).toBe(200)
    const open = await find(merchant.id)
    expect(open).toMatchObject({
      status: 'ACTIVE',
      payableAccountCode: `3388.${merchant.code}`,
      paidToday: '100000.00',
      usedToday: '100000.00',
      leftToday: '4900000.00',
    })
    expect(open.accounts).toMatchObject([
      { accountNumber: merchant.settlementAccount, verdict: 'SUCCEEDED', proposedBy: 'ketoan', agreedBy: 'kiemsoat', untilAt: null },
    ])
    expect(Number(open.owed)).toBeGreaterThan(0)
  })

  test('goes back to a draft with the reason when it is rejected, and a draft may be discarded', async () => {
    const merchant = await submitted()
    expect((await decide(merchant, 'REJECT')).status).toBe(200)
    const back = await find(merchant.id)
    expect(back).toMatchObject({ status: 'DRAFT', stepNote: 'Đã đối chiếu', pendingRequestId: null })
    expect(await it.call(discardMerchant, { id: back.id, version: back.version, reason: 'Trùng hồ sơ' }, maker())).toMatchObject({ status: 200 })
    // Its tax code is free again.
    expect(await drafted({ taxCode: back.taxCode ?? '' })).toMatchObject({ status: 'DRAFT' })
  })

  test.each([
    ['a tax code with a wrong check digit', { taxCode: '0100000001' }, 'taxCode', 'taxCode'],
    ['a tax code of eleven digits', { taxCode: '01000000012' }, 'taxCode', 'taxCode'],
    ['a plan that is not there', { feePlanId: '999999' }, 'feePlanId', 'MER-003'],
    ['a unit that is not there', { unitId: '999999' }, 'unitId', 'MER-004'],
    ['a weekly cycle without a day', { settlementCycle: 'WEEKLY' }, 'settlementWeekday', 'MER-005'],
    ['a day with a daily cycle', { settlementCycle: 'T0', settlementWeekday: '2' }, 'settlementWeekday', 'MER-005'],
    ['a limit per payment above that of a day', { limitOnce: '200000', limitDay: '100000' }, 'limitOnce', 'MER-006'],
    ['a business line that is not in the list', { businessLine: 'SMUGGLING' }, 'businessLine', 'MER-007'],
    ['a commune of another province', { provinceCode: '79' }, 'communeCode', 'MER-008'],
    ['an account with letters that no bank has', { settlementAccount: 'ÀB12' }, 'settlementAccount', 'accountNumber'],
    [
      'two points of one code',
      {
        points: [
          { code: 'Q1', name: 'A' },
          { code: 'Q1', name: 'B' },
        ],
      },
      'points.1.code',
      'duplicate',
    ],
  ] as const)('refuses %s', async (_, change, field, error) => {
    const before = await scalar('select count(*)::text from merchants.merchant')
    expect(await it.call(createMerchant, draft(change as Partial<Draft>), maker())).toMatchObject({ status: 422, errors: [{ field, code: error }] })
    expect(await scalar('select count(*)::text from merchants.merchant')).toBe(before)
  })

  test('refuses a tax code and a code that another merchant has', async () => {
    const merchant = await drafted()
    expect(await it.call(createMerchant, draft({ taxCode: merchant.taxCode ?? '' }), maker())).toMatchObject({
      status: 409,
      errors: [{ field: 'taxCode', code: 'MER-002' }],
    })
    expect(await it.call(createMerchant, draft({ code: merchant.code }), maker())).toMatchObject({ status: 409, code: 'MER-001' })
    const own = { ...draft({ taxCode: merchant.taxCode ?? '' }), id: merchant.id, version: merchant.version }
    expect(await it.call(updateMerchant, own, maker())).toMatchObject({ status: 200 })
    expect(await it.call(updateMerchant, own, maker())).toMatchObject({ status: 409, code: 'SYS-409' })
  })

  test('stands within the scope of whoever looks', async () => {
    const merchant = await drafted()
    expect((await it.call(findMerchant, { id: merchant.id }, { as: 'tinh79' })).status).toBe(404)
    const { data } = await it.list(listMerchants, { filter: { text: merchant.code } }, { as: 'tinh79' })
    expect(data?.totalRecord).toBe(0)
    expect(
      (await it.list(listMerchants, { filter: { text: merchant.code, status: ['DRAFT'], isOwed: false, cooling: false } }, { as: 'ketoan' })).data?.totalRecord,
    ).toBe(1)
  })
})

describe('an open merchant', () => {
  test('is locked by one person at once, and unlocked by two; what has happened is stored', async () => {
    const merchant = await opened()
    expect(await it.call(lockMerchant, { id: merchant.id, version: merchant.version, reason: 'Nghi gian lận' }, maker())).toMatchObject({ status: 200 })
    expect((await begun(merchant, '1000')).code).toBe('PAY-003')
    expect((await happened(merchant, '1000')).status).toBe(200)
    const locked = await find(merchant.id)
    expect(await it.call(proposeStatus, { id: merchant.id, version: locked.version, status: 'ACTIVE', reason: 'Đã xác minh' }, maker())).toMatchObject({
      status: 200,
    })
    expect((await find(merchant.id)).status).toBe('LOCKED')
    expect((await decide(merchant)).status).toBe(200)
    expect((await find(merchant.id)).status).toBe('ACTIVE')
    expect((await begun(merchant, '1000')).status).toBe(200)
  })

  test('changes its address by one person, and points that are named no more go out of use', async () => {
    const merchant = await opened({
      points: [
        { code: 'Q1', name: 'Quầy 1' },
        { code: 'Q2', name: 'Quầy 2' },
      ],
    })
    const { provinceCode, communeCode, address } = draft()
    const facts = { businessLine: 'FUEL', provinceCode, communeCode, address, points: [{ code: 'Q2', name: 'Quầy hai' }] }
    expect(await it.call(changeFacts, { id: merchant.id, version: merchant.version, ...facts }, maker())).toMatchObject({ status: 200 })
    expect(await find(merchant.id)).toMatchObject({
      businessLine: 'FUEL',
      points: [
        { code: 'Q1', inUse: false },
        { code: 'Q2', name: 'Quầy hai', inUse: true },
      ],
    })
  })

  test('changes its terms by two people, who see them before and after', async () => {
    const merchant = await opened()
    const terms = termsOf(merchant)
    const propose = (change: object) =>
      it.call(proposeTerms, { id: merchant.id, version: merchant.version, ...terms, ...change, reason: 'Phụ lục hợp đồng' } as never, maker())
    expect(await propose({})).toMatchObject({ status: 422, code: 'MER-021' })
    const asked = await propose({
      ...{ settlementCycle: 'WEEKLY', settlementWeekday: '5', limitDay: '9000000' },
      ...{ name: 'Quán Cơm Niêu 2', contacts: [{ name: 'Chị Tư', phone: '0911222333' }] },
    })
    expect(asked.status).toBe(200)
    const { data } = await it.call(getRequest, { id: asked.data?.requestId ?? '' }, { as: 'admin', clientId: 'O2O_CRM' })
    expect(data?.changes.map(({ field, before, after }) => [field, before, after])).toEqual(
      expect.arrayContaining([
        ['settlementCycle', 'T1', 'WEEKLY'],
        ['name', merchant.name, 'Quán Cơm Niêu 2'],
        ['contacts', null, 'Chị Tư · 0911222333'],
        ['limitDay', null, '9000000.00'],
      ]),
    )
    expect((await find(merchant.id)).settlementCycle).toBe('T1')
    // Of one merchant one thing is decided at a time.
    expect(await it.call(proposeStatus, { id: merchant.id, version: merchant.version, status: 'CLOSED', reason: 'Nghỉ bán' }, maker())).toMatchObject({
      status: 409,
      code: 'MER-033',
    })
    expect((await decide(merchant)).status).toBe(200)
    expect(await find(merchant.id)).toMatchObject({
      ...{ name: 'Quán Cơm Niêu 2', settlementCycle: 'WEEKLY', settlementWeekday: '5', limitDay: '9000000.00' },
      contacts: [{ name: 'Chị Tư' }],
    })
  })

  test('closes only when nothing is owed and nothing is unknown, by two people, and stays closed', async () => {
    const merchant = await opened()
    const propose = async () =>
      it.call(proposeStatus, { id: merchant.id, version: (await find(merchant.id)).version, status: 'CLOSED', reason: 'Nghỉ bán' }, maker())
    const unknown = report({ merchantCode: merchant.code, outcome: { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' } })
    const transaction = await it.reported(unknown)
    expect(await propose()).toMatchObject({ status: 409, code: 'MER-032' })
    const outcome = { status: 'FAILED', code: '51', message: 'Số dư không đủ' }
    const failing = { outcome, occurredAt: isoLocal(new Date()) }
    const failed = await gatewayCall(it.app, it.world.vcb, `/og-001/v1/transactions/${unknown.externalRef}/outcome`, {
      ...outcome,
      occurredAt: failing.occurredAt,
    })
    expect([failed.status, transaction]).toEqual([200, expect.any(String)])
    expect((await propose()).status).toBe(200)
    // Between the two people somebody has paid.
    expect((await happened(merchant, '50000')).status).toBe(200)
    expect(await decide(merchant)).toMatchObject({ status: 409, code: 'MER-030' })
    expect((await find(merchant.id)).status).toBe('ACTIVE')
  })

  test('closes with nothing to settle', async () => {
    const merchant = await opened()
    expect(await it.call(proposeStatus, { id: merchant.id, version: merchant.version, status: 'CLOSED', reason: 'Nghỉ bán' }, maker())).toMatchObject({
      status: 200,
    })
    expect((await decide(merchant)).status).toBe(200)
    expect(await find(merchant.id)).toMatchObject({ status: 'CLOSED', accounts: [{ untilAt: expect.any(String) }] })
    await expect(it.runtime.pool.query("update merchants.merchant set name = 'x' where id = $1", [merchant.id])).rejects.toThrow('stays so')
  })
})

describe('the settlement account', () => {
  const soon = new Date(Date.now() + 600_000)
  const at = (when: Date) => ({ calledOn: localDate(when), calledTime: isoLocal(when).slice(11, 16) })
  const call = () => ({ calledName: 'Trần Thị Mai', calledPhone: '0912345678', ...at(new Date()), callNote: 'Xác nhận đúng số' })
  const other = (merchant: Merchant, more: object = {}) => ({
    ...{ id: merchant.id, version: merchant.version, bankBin: '970436', accountNumber: '00112223334', accountName: 'CONG TY TNHH COM NIEU' },
    ...{ ...call(), reason: 'Điểm bán đề nghị' },
    ...more,
  })

  test.each([
    ['the account in use', (merchant: Merchant) => ({ accountNumber: merchant.settlementAccount }), 'accountNumber', 'MER-016'],
    ['a call that is still to come', () => ({ calledOn: addDays(today, 1) }), 'calledOn', 'MER-018'],
    ['a number that is not on record', () => ({ calledPhone: '0999999999' }), 'calledPhone', 'MER-022'],
    ['a call from before the merchant was there', () => ({ calledOn: addDays(today, -1) }), 'calledOn', 'MER-023'],
    ['a call in an hour that is still to come', () => at(soon), localDate(soon) === today ? 'calledTime' : 'calledOn', 'MER-018'],
    ['a change without evidence of the call', () => ({ callNote: '' }), 'callNote', 'MER-017'],
    ['a time that is none', () => ({ calledTime: '25:00' }), 'calledTime', 'timestamp'],
  ] as const)('refuses %s', async (_, change, field, error) => {
    const merchant = await opened()
    await answered('00112223334', 'CONG TY TNHH COM NIEU')
    expect(await it.call(proposeAccount, other(merchant, change(merchant)), maker())).toMatchObject({ status: 422, errors: [{ field, code: error }] })
    expect((await find(merchant.id)).pendingRequestId).toBeNull()
  })

  test('is not vouched for by a call of days ago', async () => {
    const merchant = await opened()
    await answered('00112223334', 'CONG TY TNHH COM NIEU')
    await it.runtime.pool.query("update merchants.merchant set created_at = now() - interval '9 days' where id = $1", [merchant.id])
    const propose = (hours: number) => it.call(proposeAccount, other(merchant, at(new Date(Date.now() - hours * 3_600_000))), maker())
    expect(await propose(25)).toMatchObject({ status: 422, errors: [{ field: 'calledOn', code: 'MER-024' }] })
    expect(await propose(23)).toMatchObject({ status: 200 })
  })

  test('is not vouched for by a number that has just come, and its checker sees since when the number is known', async () => {
    const merchant = await opened({ contacts: [{ name: 'Anh Ba', phone: '0987654321' }] })
    await answered('00112223334', 'CONG TY TNHH COM NIEU')
    const terms = { ...termsOf(merchant), phone: '0909090909', contacts: [{ name: 'Anh Ba', phone: '0987654321' }] }
    expect(await it.call(proposeTerms, { id: merchant.id, version: merchant.version, ...terms, reason: 'Đổi số' } as never, maker())).toMatchObject({
      status: 200,
    })
    expect(await find(merchant.id)).toMatchObject({ phone: '0912345678', numbers: [{ phone: '0912345678', since: null }, { phone: '0987654321' }] })
    expect((await decide(merchant)).status).toBe(200)
    const changed = await find(merchant.id)
    expect(changed.numbers).toMatchObject([
      { phone: '0909090909', since: expect.any(String), youngUntil: expect.any(String) },
      { phone: '0987654321', name: 'Anh Ba', since: null, youngUntil: null },
    ])
    const propose = (calledPhone: string) => it.call(proposeAccount, other(changed, { calledPhone }), maker())
    expect(await propose('0912345678')).toMatchObject({ status: 422, errors: [{ field: 'calledPhone', code: 'MER-022' }] })
    expect(await propose('0909090909')).toMatchObject({ status: 422, errors: [{ field: 'calledPhone', code: 'MER-025' }] })
    await it.runtime.pool.query("update merchants.merchant set phone_since = now() - interval '2 days', created_at = now() - interval '9 days' where id = $1", [
      changed.id,
    ])
    const asked = await propose('0909090909')
    expect(asked.status).toBe(200)
    const { data } = await it.call(getRequest, { id: asked.data?.requestId ?? '' }, { as: 'admin', clientId: 'O2O_CRM' })
    const since = data?.changes.find(({ field }) => field === 'calledSince')?.after ?? ''
    expect(Date.now() - new Date(since).getTime()).toBeGreaterThan(47 * 3_600_000)
  })

  test('changes by two people, and nothing is settled before it has cooled', async () => {
    const merchant = await opened()
    expect(await it.call(proposeAccount, other(merchant, { accountNumber: '00119998887' }), maker())).toMatchObject({ status: 409, code: 'MER-010' })
    await answered('00112223334', 'CONG TY TNHH COM NIEU')
    expect((await it.call(proposeAccount, other(merchant), maker())).status).toBe(200)
    expect((await find(merchant.id)).settlementAccount).toBe(merchant.settlementAccount)
    expect((await decide(merchant, 'APPROVE', 'ketoan')).status).toBe(403)
    expect((await decide(merchant)).status).toBe(200)
    const changed = await find(merchant.id)
    expect(changed).toMatchObject({ settlementAccount: '00112223334', coolingUntil: expect.any(String) })
    expect(changed.accounts).toMatchObject([
      { accountNumber: '00112223334', calledName: 'Trần Thị Mai', calledPhone: '0912345678', agreedBy: 'kiemsoat', untilAt: null },
      { accountNumber: merchant.settlementAccount, untilAt: expect.any(String) },
    ])
    await expect(requireSettleable(it.runtime.db, merchant.id, new Date())).rejects.toMatchObject({ definition: { code: 'MER-020' } })
    await requireSettleable(it.runtime.db, merchant.id, new Date(Date.now() + 25 * 3_600_000))
    const cooling = await it.list(listMerchants, { filter: { cooling: true } }, { as: 'ketoan' })
    expect(cooling.data?.result.map(({ id }) => id)).toEqual([merchant.id])
  })
})

describe('limits', () => {
  test('of two at the edge one passes; facts count and are stored, unknown counts, what failed gives back', async () => {
    const merchant = await opened({ limitOnce: '600000', limitDay: '1000000' })
    const over = await begun(merchant, '600001')
    expect(over).toMatchObject({ status: 422, errors: [{ field: 'amount', code: 'MER-040' }] })
    const two = await Promise.all([begun(merchant, '600000'), begun(merchant, '600000')])
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(two.find(({ status }) => status === 422)?.errors).toMatchObject([{ code: 'MER-041', message: expect.stringContaining('400.000') }])
    const unknown = report({ merchantCode: merchant.code, amount: '400000', outcome: { status: 'UNKNOWN', code: '68', message: 'Hết thời gian chờ' } })
    await it.reported(unknown)
    expect((await begun(merchant, '1000')).status).toBe(422)
    expect((await happened(merchant, '900000')).status).toBe(200)
    expect(await find(merchant.id)).toMatchObject({ usedToday: '1900000.00', leftToday: '0.00' })
    const outcome = { status: 'FAILED', code: '51', message: 'Số dư không đủ', occurredAt: isoLocal(new Date()) }
    expect((await gatewayCall(it.app, it.world.vcb, `/og-001/v1/transactions/${unknown.externalRef}/outcome`, outcome)).status).toBe(200)
    expect((await find(merchant.id)).usedToday).toBe('1500000.00')
  })

  test('of many at once no more pass than fit, whoever reports them', async () => {
    const merchant = await opened({ limitDay: '500000' })
    const channels = [it.world.vcb, it.world.bidv, it.world.saoviet]
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        gatewayCall(it.app, channels[n % 3] as never, '/og-001/v1/transactions', report({ merchantCode: merchant.code, amount: '100000', outcome: undefined })),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect((await find(merchant.id)).usedToday).toBe('500000.00')
  })

  test('of a closed day a request counts for the day it is stored under', async () => {
    const merchant = await opened({ limitDay: '500000' })
    const [closed, next] = [addDays(today, -12), addDays(today, -11)]
    const ask = (day: string, amount: string) =>
      gatewayCall(
        it.app,
        it.world.vcb,
        '/og-001/v1/transactions',
        report({ merchantCode: merchant.code, amount, occurredAt: `${day}T10:00:00+07:00`, outcome: undefined }),
      )
    await it.runtime.db.transaction().execute((tx) => closePeriod(tx, { service: 'QR', unitId: null, granularity: 'DAY', date: closed, at: new Date() }))
    expect(await ask(next, '400000')).toMatchObject({ status: 200 })
    expect(await ask(closed, '200000')).toMatchObject({ status: 422, errors: [{ code: 'MER-041', message: expect.stringContaining('100.000') }] })
    expect(await ask(closed, '100000')).toMatchObject({ status: 200, data: { businessDate: next } })
  })
})

describe('fee plans', () => {
  const fees = (more: object = {}) => ({ effectiveFrom: today, rateBps: 80, fixed: '0', minimum: '500', maximum: '20000', reason: 'Hợp đồng khung', ...more })
  const plan = async (id: string) => (await it.call(findPlan, { id }, { as: 'ketoan' })).data

  /** What a payment of a day is charged by: inside a transaction fees are read afresh, elsewhere they may be a second old. */
  const inForce = (feePlanId: string, day: string) =>
    it.runtime.db.transaction().execute(async (tx) => {
      const question = { service: 'QR', type: 'PAYMENT', day, amount: 100_000_00n, partnerId, unitIds: [], feePlanId } as const
      return (await customerPlans.find(tx, [question]))[0]
    })

  test('count from the day that two people have agreed on, revision after revision', async () => {
    const made = await it.call(createPlan, { code: 'MER-PLAN', name: 'Chuỗi cửa hàng', service: 'QR', ...fees() }, maker())
    expect(made.status).toBe(200)
    const id = made.data?.id ?? ''
    expect(await plan(id)).toMatchObject({ status: 'DRAFT', rateBps: null, revisions: [] })
    expect(await it.call(createMerchant, draft({ feePlanId: id }), maker())).toMatchObject({ status: 422, errors: [{ code: 'MER-003' }] })
    expect((await decide({ id }, 'APPROVE', 'kiemsoat', 'merchants.fee_plan')).status).toBe(200)
    expect(await plan(id)).toMatchObject({ status: 'ACTIVE', rateBps: 80, revisions: [{ revision: 1, agreedBy: 'kiemsoat', effectiveTo: null }] })
    const merchant = await opened({ feePlanId: id })
    expect(merchant.feePlanCode).toBe('MER-PLAN')
    expect(await inForce(id, today)).toMatchObject({ code: 'MER-PLAN', revision: 1 })
    expect(await inForce(id, addDays(today, -1))).toBeUndefined()
    const next = async (more: object) => it.call(proposeRevision, { id, version: (await plan(id))?.version ?? 0, ...fees(more) }, maker())
    expect(await next({ effectiveFrom: today })).toMatchObject({ status: 422, code: 'MER-052' })
    expect(await next({ effectiveFrom: addDays(today, 5), maximum: '100' })).toMatchObject({ status: 422, errors: [{ field: 'maximum', code: 'MER-053' }] })
    expect((await next({ effectiveFrom: addDays(today, 5), rateBps: 60 })).status).toBe(200)
    expect((await decide({ id }, 'APPROVE', 'kiemsoat', 'merchants.fee_plan')).status).toBe(200)
    expect(await plan(id)).toMatchObject({
      rateBps: 80,
      nextFrom: addDays(today, 5),
      merchants: 1,
      revisions: [{ revision: 2, rateBps: 60 }, { effectiveTo: addDays(today, 4) }],
    })
    expect(await next({ effectiveFrom: addDays(today, 3) })).toMatchObject({ status: 409, code: 'MER-051' })
    expect(await it.call(createPlan, { code: 'MER-PLAN', name: 'Khác', service: 'QR', ...fees() }, maker())).toMatchObject({ status: 409, code: 'MER-050' })
  })

  test('stand below no unit: who sees less than everything does not see them', async () => {
    expect((await it.list(listPlans, {}, { as: 'tinh79' })).status).toBe(403)
  })
})
