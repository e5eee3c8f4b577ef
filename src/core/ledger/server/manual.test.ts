import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decideRequest, getRequest } from '#core/approvals/contract/request.ts'
import { createRoleLimit, removeRoleLimit } from '#core/limits/contract/limits.ts'
import type { RawInputOf } from '#kernel/contract.ts'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { limitAccount, lockAccount } from '../contract/account-change.ts'
import { getAccount, getBalanceAt, getBalanceSheet, getStatement, listAccounts } from '../contract/accounts.ts'
import { createManualJournal, findManualJournal, listManualJournals, reverseManualJournal } from '../contract/manual.ts'
import { closePeriod, openAccounts, reopenPeriod, verifyLedger } from './public.ts'

let test: TestApp
const ids: Record<string, string> = {}
let unitId: string
let today: string

beforeAll(async () => {
  test = await testApp()
  const { db, clock } = test.runtime
  today = localDate(clock.now())
  await db.transaction().execute((tx) =>
    openAccounts(tx, [
      { code: 'KEPT', name: 'Quỹ', class: 'ASSET', chart: 'OTHER_RECEIVABLE', keptBy: 'cash' },
      { code: 'CLEARING', name: 'Chờ', class: 'ASSET', chart: 'PARTNER_CLEARING' },
      { code: 'CAPPED', name: 'Có hạn mức', class: 'EXPENSE', chart: 'OTHER_EXPENSE', maxBalance: 5_000_00n },
    ]),
  )
  for (const { id, code } of await db.selectFrom('ledger.account').select(['id', 'code']).execute()) ids[code] = id
  unitId = (await db.selectFrom('organisation.unit').select('id').where('level', '=', 'HEAD_OFFICE').executeTakeFirstOrThrow()).id
})
afterAll(() => test.close())

type Input = RawInputOf<typeof createManualJournal>
const entry = (amount: string, debit = '811', credit = '711'): Input['lines'] => [
  { accountId: ids[debit] ?? '', side: 'D', amount },
  { accountId: ids[credit] ?? '', side: 'C', amount },
]
const keyed = (as: string) => ({ as, headers: { 'idempotency-key': randomUUID() } })
const ask = (lines: Input['lines'], more: Partial<Input> = {}) =>
  test.call(createManualJournal, { businessDate: today, unitId, reason: 'Phân loại lại', lines, ...more }, keyed('ketoan'))
const decide = (id: string, as = 'kiemsoat', decision: 'APPROVE' | 'REJECT' = 'APPROVE') =>
  test.call(decideRequest, { id, version: 0, decision, reason: decision === 'REJECT' ? 'Sai tài khoản' : undefined }, keyed(as))
const balance = async (code: string) => (await test.call(getAccount, { id: ids[code] ?? '' }, { as: 'admin' })).data?.balance
const found = async (id: string) => (await test.call(findManualJournal, { id }, { as: 'ketoan' })).data

async function posted(lines: Input['lines']): Promise<string> {
  const asked = await ask(lines)
  expect(asked.code).toBe('API000')
  expect((await decide(asked.data?.requestId ?? '')).code).toBe('API000')
  return asked.data?.id ?? ''
}

it('is posted when a second person agrees, never by its maker, and then stands on the statement of both accounts', async () => {
  const before = await balance('811')
  const asked = await ask(entry('250000'))
  const { id = '', requestId = '' } = asked.data ?? {}
  expect(await found(id)).toMatchObject({ status: 'PENDING', pendingRequestId: requestId, journalId: null })
  expect(await balance('811')).toBe(before)
  expect((await decide(requestId, 'ketoan')).status).not.toBe(200)
  expect((await found(id))?.status).toBe('PENDING')
  expect((await decide(requestId)).code).toBe('API000')
  expect(await found(id)).toMatchObject({ status: 'POSTED', postedBy: 'kiemsoat', amount: '250000.00' })
  for (const code of ['811', '711']) {
    const { data } = await test.call(getStatement, { id: ids[code] ?? '', from: today, to: localDate(new Date()) }, { as: 'admin' })
    expect(data?.closing).toBe(await balance(code))
    expect(data?.rows.at(-1)).toMatchObject({ contra: code === '811' ? '711' : '811', balance: data?.closing })
  }
  const at = await test.call(getBalanceAt, { id: ids['811'] ?? '', at: '2000-01-01T00:00:00+07:00' }, { as: 'admin' })
  expect(at.data).toEqual({ balance: '0.00', recordedAt: null })
  expect((await test.call(getBalanceSheet, {}, { as: 'admin' })).data?.difference).toBe('0.00')
  expect(await verifyLedger(test.runtime.db)).toEqual([])
})

it('is reversed by one press that a second person agrees to, once', async () => {
  const before = await balance('711')
  const id = await posted(entry('40000'))
  const version = (await found(id))?.version ?? 0
  const asked = await test.call(reverseManualJournal, { id, version, reason: 'Nhập nhầm' }, { as: 'ketoan' })
  expect((await found(id))?.status).toBe('REVERSAL_PENDING')
  expect((await decide(asked.data?.requestId ?? '')).code).toBe('API000')
  expect(await found(id)).toMatchObject({ status: 'REVERSED', reversalJournalId: expect.any(String) })
  expect(await balance('711')).toBe(before)
  expect((await test.call(reverseManualJournal, { id, version: version + 2, reason: 'Lần nữa' }, { as: 'ketoan' })).code).toBe('SYS-410')
})

it('that is rejected leaves no trace in the books', async () => {
  const before = await balance('811')
  const asked = await ask(entry('1000'))
  expect((await decide(asked.data?.requestId ?? '', 'kiemsoat', 'REJECT')).code).toBe('API000')
  expect(await found(asked.data?.id ?? '')).toMatchObject({ status: 'REFUSED', journalId: null })
  expect(await balance('811')).toBe(before)
})

it.each<[string, string, () => Promise<{ code: string }>]>([
  ['an unbalanced journal', 'LED-001', () => ask([...entry('1000').slice(0, 1), { accountId: ids['711'] ?? '', side: 'C', amount: '900' }])],
  ['an account that a module keeps', 'LED-040', () => ask(entry('1000', 'KEPT'))],
  ['a line of the chart that takes none', 'LED-041', () => ask(entry('1000', 'CLEARING'))],
  ['a fraction of a đồng', 'LED-042', () => ask(entry('1000.50'))],
  ['an unknown account', 'LED-005', () => ask([{ accountId: '999999999', side: 'D', amount: '1000' }, ...entry('1000').slice(1)])],
  ['a balance beyond its limit', 'LED-006', () => ask(entry('6000', 'CAPPED'))],
  [
    'an account on both sides',
    'LED-053',
    () => ask([...entry('1000'), { accountId: ids['811'] ?? '', side: 'C', amount: '500' }, { accountId: ids.CAPPED ?? '', side: 'D', amount: '500' }]),
  ],
  ['a day more than 400 days back', 'LED-055', () => ask(entry('1000'), { businessDate: addDays(today, -401) })],
  ['a day that has not come', 'LED-043', () => ask(entry('1000'), { businessDate: addDays(today, 1) })],
])('refuses %s with its own code, and keeps nothing', async (_, code, send) => {
  const rows = async () =>
    (await test.call(listManualJournals, { searchSdi: {}, pageInfo: { currentPage: 1, pageSize: 100 } }, { as: 'ketoan' })).data?.totalRecord
  const before = await rows()
  expect((await send()).code).toBe(code)
  expect(await rows()).toBe(before)
})

it('names what the sides differ by as the reader’s language writes it', async () => {
  const lines = [...entry('1000000').slice(0, 1), ...entry('250000').slice(1)]
  const told = async (language: 'vi' | 'en') =>
    (await test.call(createManualJournal, { businessDate: today, unitId, reason: 'Phân loại lại', lines }, { ...keyed('ketoan'), language })).message
  expect(await told('vi')).toContain('VND lệch 750.000')
  expect(await told('en')).toContain('differ by 750,000')
})

it('is refused before the first period of the books, and taken 400 days back while none was ever closed', async () => {
  const back = addDays(today, -400)
  expect((await ask(entry('10'), { businessDate: back })).code).toBe('API000')
  const first = `${addDays(today, -60).slice(0, 7)}-01`
  const period = { service: 'GL', unitId: null, granularity: 'MONTH', date: first, at: new Date() } as const
  await test.runtime.db.transaction().execute((tx) => closePeriod(tx, period))
  expect(await ask(entry('10'), { businessDate: addDays(first, -1) })).toMatchObject({
    ...{ status: 422, code: 'LED-054', message: expect.stringContaining(showDate(first)) },
    errors: [{ field: 'businessDate', code: 'LED-054' }],
  })
  expect((await ask(entry('10'), { businessDate: first })).code).toBe('LED-002')
  await test.runtime.db.transaction().execute((tx) => reopenPeriod(tx, { ...period, reason: 'thử' }))
  expect((await ask(entry('10'), { businessDate: first })).code).toBe('API000')
})

it('is refused in a closed period, when it is asked for and when it is decided', async () => {
  const period = { service: 'GL', unitId: null, granularity: 'DAY', date: today, at: new Date() } as const
  const waiting = await ask(entry('2000'))
  await test.runtime.db.transaction().execute((tx) => closePeriod(tx, period))
  expect((await ask(entry('2000'))).code).toBe('LED-002')
  expect((await decide(waiting.data?.requestId ?? '')).code).toBe('LED-002')
  expect((await found(waiting.data?.id ?? ''))?.status).toBe('PENDING')
  await test.runtime.db.transaction().execute((tx) => reopenPeriod(tx, { ...period, reason: 'thử' }))
  expect((await decide(waiting.data?.requestId ?? '')).code).toBe('API000')
})

it('the database refuses lines on an account that a module keeps, and one person in both places', async () => {
  const { owner } = test.runtime.database
  const made = `insert into ledger.manual_journal (business_date, reason, amount, unit_id, head_unit_id, created_by, updated_by) values ('${today}', 'x', 1, ${unitId}, ${unitId}, 'a', 'a') returning id`
  const { rows } = await owner.query<{ id: string }>(made)
  const id = rows[0]?.id
  await expect(owner.query(`insert into ledger.manual_line values (${id}, 1, ${ids.KEPT}, 'D', 1)`)).rejects.toMatchObject({ constraint: 'manual_account' })
  await expect(owner.query(`update ledger.manual_journal set posted_by = 'a' where id = ${id}`)).rejects.toMatchObject({ constraint: 'two_people' })
})

it('an account is locked and limited when a second person agrees', async () => {
  const id = ids.CAPPED ?? ''
  const version = async () => (await test.call(getAccount, { id }, { as: 'admin' })).data?.version ?? 0
  const limits = await test.call(limitAccount, { id, version: await version(), minBalance: '0', maxBalance: '9000', reason: 'Nâng hạn mức' }, { as: 'ketoan' })
  expect((await test.call(getAccount, { id }, { as: 'admin' })).data).toMatchObject({ maxBalance: '5000.00', pendingRequestId: limits.data?.requestId })
  expect((await decide(limits.data?.requestId ?? '')).code).toBe('API000')
  expect((await test.call(getAccount, { id }, { as: 'admin' })).data).toMatchObject({ minBalance: '0.00', maxBalance: '9000.00' })
  const lock = await test.call(lockAccount, { id, version: await version(), reason: 'Rà soát' }, { as: 'ketoan' })
  expect(lock.code).toBe('API000')
  expect((await decide(lock.data?.requestId ?? '')).code).toBe('API000')
  expect((await ask(entry('100', 'CAPPED'))).code).toBe('LED-004')
  const locked = await test.call(listAccounts, { searchSdi: { status: 'LOCKED' }, pageInfo: { currentPage: 1, pageSize: 15 } }, { as: 'admin' })
  expect(locked.data?.result.map(({ code }) => code)).toEqual(['CAPPED'])
})

it('counts against the daily limit of whoever approves: of two at the edge one is posted, the other stays pending', async () => {
  const { rows } = await test.runtime.pool.query<{ id: string; used: string }>(`
    select r.id, coalesce((select sum(amount) from limits.used where kind = 'MANUAL_JOURNAL'), 0)::bigint as used from iam.role r where r.code = 'CHECKER'`)
  const [{ id: roleId = '', used = '0' } = {}] = rows
  const limit = { roleId, kind: 'MANUAL_JOURNAL' as const, amount: String(BigInt(used) + 100_000n) }
  const { data } = await test.call(createRoleLimit, limit, { as: 'admin', clientId: 'PP_SYS' })
  const waiting = await Promise.all([ask(entry('60000')), ask(entry('60000'))])
  const before = await balance('711')
  const decided = await Promise.all(waiting.map((one) => decide(one.data?.requestId ?? '')))
  expect(decided.map(({ code }) => code).toSorted()).toEqual(['API000', 'LIM-001'])
  const left = waiting[decided.findIndex(({ code }) => code === 'LIM-001')]?.data
  expect(await found(left?.id ?? '')).toMatchObject({ status: 'PENDING', journalId: null })
  expect(Number(await balance('711')) - Number(before)).toBe(60_000)
  expect((await test.call(getRequest, { id: left?.requestId ?? '' }, { as: 'kiemsoat', clientId: 'O2O_CRM' })).data).toMatchObject({ limitLeft: '40000.00' })
  // A smaller one still fits, to the đồng; the reversal of what was posted counts as much as the journal.
  const small = await posted(entry('40000'))
  const reversal = await test.call(reverseManualJournal, { id: small, version: (await found(small))?.version ?? 0, reason: 'Nhập nhầm' }, { as: 'ketoan' })
  expect((await decide(reversal.data?.requestId ?? '')).code).toBe('LIM-001')
  await test.call(removeRoleLimit, { id: data?.id ?? '', version: 0 }, { as: 'admin', clientId: 'PP_SYS' })
  expect((await decide(reversal.data?.requestId ?? '')).code).toBe('API000')
})
