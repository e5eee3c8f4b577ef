/** Configurations, sessions and statements through the calls of a desk: what is taken, what is refused, and that nothing is kept by halves. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SetupDocument } from '#core/reconciliation/contract/document.ts'
import type { RawInputOf } from '#kernel/contract.ts'
import { addDays, isoLocal, localDate, showDate, startOfDay } from '#kernel/dates.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { type TestApp, testApp, testClock } from '../../test/app.ts'
import { runJobs } from '../../test/jobs.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../test/payments.ts'
import { ReconciliationClerk } from '../../test/reconciliation.ts'
import { sendUpload } from '../../test/workbooks.ts'
import { controlRules } from './plugs/controls.ts'

const { setups, sessions } = qrReconciliation
const HOUR_MS = 3_600_000
const ACCOUNT = '0011001234567'

/** A Monday some weeks back; nothing here depends on holidays. */
const monday = (() => {
  const today = localDate(new Date())
  return addDays(today, -28 - ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
})()
const day = (n: number) => addDays(monday, n)

const FORMAT = {
  kind: 'CSV',
  delimiter: ';',
  header: { find: ['Ngày', 'Số tiền'] },
  columns: [
    { field: 'day', by: { name: 'Ngày' } },
    { field: 'reference', by: { name: 'Mã tham chiếu' } },
    { field: 'amount', by: { name: 'Số tiền' } },
    { field: 'balance', by: { name: 'Số dư' } },
    { field: 'text', by: { name: 'Nội dung' } },
  ],
  labels: { account: ['Số tài khoản'], opening: ['Số dư đầu'] },
  trailer: { find: 'Tổng số dòng', count: { place: 2 } },
}
const RULES = [{ name: 'Mã tham chiếu', keys: ['REFERENCE'], windowDays: 1, toleranceAmount: '1000.00' }]
type Document = RawInputOf<typeof setups.create>['document']
const documentWith = (change: object = {}): Document =>
  SetupDocument.parse({ format: FORMAT, account: ACCOUNT, rules: RULES, fee: {}, expectedDays: 0, ...change }) as Document

interface Row {
  on: string
  reference: string
  amount: number
  text?: string
  balance?: number | string
}

/** A statement as the bank makes it: account, opening, lines with a running balance, how many there are. */
function statement(rows: readonly Row[], { opening = 1_000_000, account = ACCOUNT, count = rows.length as number | string, end = true } = {}): Buffer {
  let balance = opening
  const lines = rows.map(({ on, reference, amount, text = '', balance: stated }) => {
    balance += amount
    return `${showDate(on)};${reference};${amount};${stated ?? balance};${text}`
  })
  const head = [`Số tài khoản;${account}`, `Số dư đầu;${opening}`, 'Ngày;Mã tham chiếu;Số tiền;Số dư;Nội dung']
  return Buffer.from([...head, ...lines, ...(end ? [`Tổng số dòng;${count}`] : [])].join('\r\n'))
}

let it: TestApp
let world: GatewayWorld
let clerk: ReconciliationClerk
/** Wednesday evening: whoever has signed in stays so. */
const clock = testClock(new Date(startOfDay(day(2)).getTime() + 20 * HOUR_MS))

beforeAll(async () => {
  it = await testApp({ clock })
  world = await gatewayWorld(it.runtime)
  await sql`delete from masterdata.global_list_entry e using masterdata.global_list l where l.id = e.list_id and l.code = 'PUBLIC_HOLIDAY'`.execute(
    it.runtime.database.db,
  )
  clerk = new ReconciliationClerk(it, qrReconciliation, 'PP_QR')
})
afterAll(() => it.close())

const as = { as: 'ketoan', clientId: 'PP_QR' as const }
/** Payments of one day, as the bank's channel reports them. */
async function pay(on: string, payments: readonly { reference: string; amount: number; status?: 'SUCCEEDED' | 'FAILED' }[]): Promise<void> {
  const at = new Date(startOfDay(on).getTime() + 10 * HOUR_MS)
  const lines = payments.map(({ reference, amount, status = 'SUCCEEDED' }) =>
    report({
      externalRef: reference,
      amount: String(amount),
      occurredAt: isoLocal(at),
      outcome: { status, code: status === 'FAILED' ? '51' : '00', message: 'ok' } as never,
    }),
  )
  const reply = await gatewayCall<{ refused: number }>(
    it.app,
    world.vcb,
    '/og-002/v1/transactions/batch',
    lines.map((line) => JSON.stringify(line)).join('\n'),
    { at: clock.now() },
  )
  expect(reply.data?.refused, JSON.stringify(reply)).toBe(0)
}

let setupId = ''
const versionOf = async (id: string) => (await clerk.ask(setups.detail, { id })).version

describe('a configuration', () => {
  test('of a partner needs a format, and belongs to one partner and business', async () => {
    const input = { code: 'QR-VCB', name: 'Sao kê VCB', plug: 'QR', partnerId: world.vcb.partnerId }
    const { format: _format, ...without } = documentWith()
    expect(await it.call(setups.create, { ...input, document: without as Document }, as)).toMatchObject({
      code: 'RCN-008',
      errors: [{ field: 'document.format' }],
    })
    expect(await it.call(setups.create, { code: 'QR-0', name: 'Không đối tác', plug: 'QR', document: documentWith() }, as)).toMatchObject({ code: 'RCN-007' })
    setupId = await clerk.setup({ ...input, document: documentWith() })
    expect(await it.call(setups.create, { ...input, code: 'QR-VCB2', document: documentWith() }, as)).toMatchObject({ code: 'RCN-005' })
    expect(await clerk.ask(setups.detail, { id: setupId })).toMatchObject({
      status: 'ACTIVE',
      revisions: [{ number: 1, status: 'ACTIVE', approvedBy: 'kiemsoat' }],
    })
  })

  test('is changed by a draft that two people put into force; the one who asks does not decide', async () => {
    await clerk.ask(setups.edit, { id: setupId, version: await versionOf(setupId), name: 'Sao kê VCB', document: documentWith({ dueTime: '08:30' }) })
    const { requestId } = await clerk.ask(setups.submit, { id: setupId, version: await versionOf(setupId), reason: 'Giờ sao kê' })
    await expect(clerk.decide(requestId, 'APPROVE', 'ketoan')).rejects.toThrow()
    expect(await it.call(setups.edit, { id: setupId, version: await versionOf(setupId), name: 'Sao kê VCB', document: documentWith() }, as)).toMatchObject({
      code: 'RCN-011',
    })
    await clerk.decide(requestId)
    const { revisions } = await clerk.ask(setups.detail, { id: setupId })
    expect(revisions.map(({ number, status, document }) => [number, status, document.dueTime])).toEqual([
      [2, 'ACTIVE', '08:30'],
      [1, 'RETIRED', '09:00'],
    ])
  })

  test('that is discarded, unchanged or suspended is said so', async () => {
    await clerk.ask(setups.edit, { id: setupId, version: await versionOf(setupId), name: 'Sao kê VCB', document: documentWith({ dueTime: '08:30' }) })
    expect(await it.call(setups.submit, { id: setupId, version: await versionOf(setupId), reason: 'x' }, as)).toMatchObject({ code: 'RCN-012' })
    await clerk.ask(setups.discard, { id: setupId, version: await versionOf(setupId) })
    expect(await it.call(setups.submit, { id: setupId, version: await versionOf(setupId), reason: 'x' }, as)).toMatchObject({ code: 'RCN-010' })
    await clerk.ask(setups.suspend, { id: setupId, version: await versionOf(setupId), reason: 'Đợi đối tác' })
    expect(await it.call(sessions.create, { setupId, fromDay: day(0), toDay: day(0) }, as)).toMatchObject({ code: 'RCN-004' })
    await clerk.ask(setups.resume, { id: setupId, version: await versionOf(setupId) })
  })

  test('shows how a real file would be read, each bad cell with its reason', async () => {
    const content = Buffer.concat([
      statement([{ on: day(0), reference: 'A1', amount: 5000 }], { end: false }),
      Buffer.from('\r\n31/13/2026;A2;x;0;\r\nTổng số dòng;2'),
    ])
    const headers = { ...(await it.headersOf('ketoan', 'PP_QR')), 'accept-language': 'vi' }
    const reply = await sendUpload<{ accepted: number; rejected: number; rows: { verdict: string; problem: string | null }[] }>(
      it.app,
      setups.preview.path,
      { name: 'a.csv', content },
      headers,
      { format: JSON.stringify(FORMAT) },
    )
    expect(reply).toMatchObject({ code: 'API000', data: { accepted: 1, rejected: 1 } })
    expect(reply.data?.rows.find(({ verdict }) => verdict === 'REJECTED')?.problem).toMatch(/Dòng 5/)
    expect((await sendUpload(it.app, setups.preview.path, { name: 'a.csv', content }, headers, { format: '{"kind":"CSV"}' })).code).toBe('RCN-013')
  })
})

describe('a session', () => {
  test('holds its days alone, of days that have come', async () => {
    const id = await clerk.session(setupId, day(0), day(0))
    const { code } = await clerk.detail(id)
    expect(await it.call(sessions.create, { setupId, fromDay: day(-1), toDay: day(0) }, as)).toMatchObject({
      code: 'RCN-001',
      message: expect.stringContaining(code),
    })
    expect(await it.call(sessions.create, { setupId, fromDay: day(3), toDay: day(3) }, as)).toMatchObject({ code: 'RCN-002' })
    expect(await it.call(sessions.create, { setupId, fromDay: day(-1), toDay: day(-2) }, as)).toMatchObject({ code: 'RCN-003' })
    const { version } = await clerk.detail(id)
    await clerk.ask(sessions.cancel, { id, version, reason: 'Nhầm ngày' })
    await clerk.session(setupId, day(0), day(0))
  })

  test('stands in the calendar, and so does the day whose statement is overdue', async () => {
    await sql`update reconciliation.setup set created_at = created_at - interval '30 days'`.execute(it.runtime.db)
    const [own] = await clerk.ask(sessions.calendar, { from: day(0), to: day(6) })
    expect(own?.days.map(({ state }) => state)).toEqual(['BEGUN', 'MISSING', 'DUE', 'DUE', 'DUE', 'OFF', 'OFF'])
  })

  test('off work is missing where money has moved on it, and no other is', async () => {
    const weekend = async () => (await clerk.ask(sessions.calendar, { from: day(-2), to: day(-1) }))[0]?.days.map(({ state }) => state)
    expect(await weekend()).toEqual(['OFF', 'OFF'])
    await pay(day(-2), [{ reference: 'SATURDAY-FAILED', amount: 50_000, status: 'FAILED' }])
    await pay(day(-1), [{ reference: 'SUNDAY-PAID', amount: 50_000 }])
    expect(await weekend()).toEqual(['OFF', 'MISSING'])
  })

  test('whose statement is overdue is watched by a control rule until it has come', async () => {
    const rule = controlRules.find(({ code }) => code === 'RECONCILIATION_MISSING')
    const found = async () => (await rule?.query(it.runtime.db, clock.now()))?.map(({ subject, link }) => [subject, link]) ?? []
    const address = (on: string) => `/pp-par/doi_soats?plug=QR&partnerId=${world.vcb.partnerId}&from=${on}&to=${on}`
    // A session without a statement is no statement; what is due later is not missed.
    expect((await found()).slice(-2)).toEqual([day(0), day(1)].map((on) => [`QR-VCB ${on}`, address(on)]))
    const { result = [] } = (await clerk.it.list(sessions.list, { filter: { setupId, status: ['DRAFT'] } }, as)).data ?? {}
    expect((await send(result[0]?.id ?? '', 'ngay-0.csv', statement([]))).status).toBe('IMPORTED')
    expect((await found()).slice(-1)).toEqual([[`QR-VCB ${day(1)}`, address(day(1))]])
  })
})

/** Begins an upload and sends pieces; answers the calls' refusals. */
async function send(sessionId: string, name: string, content: Buffer) {
  try {
    await clerk.upload(sessionId, { name, content })
  } catch (error) {
    return { refused: String(error) }
  }
  const { statements, theirsLines, status, taskFault } = await clerk.detail(sessionId)
  return { statement: statements[0], theirsLines, status, taskFault }
}

const linesIn = async (sessionId: string) => {
  const { rows } = await sql<{ n: number }>`select (select count(*) from reconciliation.line where session_id = ${sessionId})::int
    + (select count(*) from reconciliation.row_verdict v join reconciliation.statement f on f.id = v.statement_id where f.session_id = ${sessionId})::int as n`.execute(
    it.runtime.db,
  )
  return rows[0]?.n
}

describe('a statement', () => {
  const good = [
    { on: day(1), reference: 'B1', amount: 100_000 },
    { on: day(1), reference: 'B2', amount: 250_000 },
  ]
  let id = ''
  beforeAll(async () => {
    id = await clerk.session(setupId, day(1), day(1))
  })

  test.each([
    ['of another account', statement(good, { account: '0099009999999' }), /0099009999999/],
    ['of another day', statement([...good, { on: day(2), reference: 'B3', amount: 1 }]), new RegExp(`dòng 6 ghi ngày ${showDate(day(2))}`)],
    ['of another bank', Buffer.from('Date,Amount\r\n2026-01-01,5\r\n'), /tiêu đề/],
    ['that was cut', statement(good, { end: false }), /cắt cụt/],
    ['whose control totals do not agree', statement(good, { count: 3 }), /không khớp/],
    ['in another encoding', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00, 0x0a, 0x00]), /./],
    ['that is no text', Buffer.from([0x00, 0x01, 0x02, 0x03]), /./],
  ])('%s is refused with the reason, and nothing of it is kept', async (_what, content, reason) => {
    const { statement: file, status } = await send(id, 'sao-ke.csv', content)
    expect(file).toMatchObject({ status: 'REFUSED', fault: expect.stringMatching(reason) })
    expect(status).toBe('DRAFT')
    expect(await linesIn(id)).toBe(0)
  })

  test('comes in pieces: in order, of the length announced, and of 512 MiB at most', async () => {
    expect(await it.call(sessions.beginStatement, { sessionId: id, fileName: 'a.csv', bytes: 512 * 1_048_576 + 1 }, as)).toMatchObject({ code: 'VAL-001' })
    const { id: statementId, pieces } = await clerk.ask(sessions.beginStatement, { sessionId: id, fileName: 'a.csv', bytes: 9 * 1_048_576 })
    expect(pieces).toBe(2)
    const headers = { ...(await it.headersOf('ketoan', 'PP_QR')), 'accept-language': 'vi' }
    const piece = (number: string, bytes: number, of = headers) =>
      sendUpload(it.app, sessions.sendPiece.path, { name: 'a.csv', content: Buffer.alloc(bytes, 65) }, of, { statementId, number })
    expect((await piece('1', 1_048_576)).code).toBe('RCN-026')
    expect((await piece('0', 1_048_576)).code).toBe('RCN-027')
    expect(await piece('0', 8 * 1_048_576)).toMatchObject({ data: { received: 8 * 1_048_576 } })
    expect(await piece('0', 8 * 1_048_576)).toMatchObject({ data: { received: 8 * 1_048_576 } })
    expect(await it.call(sessions.finishStatement, { statementId }, as)).toMatchObject({ code: 'RCN-028' })
    expect((await piece('1', 1_048_576, { ...(await it.headersOf('kiemsoat', 'PP_QR')), 'accept-language': 'vi' })).code).not.toBe('API000')
  })

  test('is staged whole: accepted, ignored and rejected rows are its lines, each rejected one with its reason', async () => {
    const content = Buffer.concat([statement(good, { end: false }), Buffer.from(`\r\n${showDate(day(1))};B9;mười;1350000;\r\nTổng số dòng;3`)])
    const { statement: file, theirsLines, status } = await send(id, 'ngay-1.csv', content)
    expect(file?.fault).toBeNull()
    expect(file).toMatchObject({ status: 'STAGED', account: ACCOUNT, accepted: 2, rejected: 1, opening: '1000000.00', closing: '1350000.00', gap: null })
    expect(file?.rows).toBe((file?.accepted ?? 0) + (file?.ignored ?? 0) + (file?.rejected ?? 0))
    expect({ theirsLines, status }).toEqual({ theirsLines: 2, status: 'IMPORTED' })
    const rejected = await clerk.it.list(sessions.verdicts, { filter: { sessionId: id, verdict: 'REJECTED' } }, as)
    expect(rejected.data?.result).toMatchObject([{ fileRow: 6, about: 'Số tiền', value: 'mười', problem: expect.stringMatching(/6/) }])
    const ignored = await clerk.it.list(sessions.verdicts, { filter: { sessionId: id, verdict: 'IGNORED' } }, as)
    expect(ignored.data?.totalRecord).toBe(file?.ignored)
  })

  test('is taken once: not in its session, nor in another, nor overlapping', async () => {
    const { code } = await clerk.detail(id)
    const same = Buffer.concat([statement(good, { end: false }), Buffer.from(`\r\n${showDate(day(1))};B9;mười;1350000;\r\nTổng số dòng;3`)])
    expect((await send(id, 'ngay-1-lan-2.csv', same)).refused).toMatch(new RegExp(`RCN-020.*${code}.*ngay-1\\.csv`))
    const other = await clerk.session(setupId, day(2), day(2))
    expect((await send(other, 'ngay-2.csv', same)).refused).toMatch(new RegExp(`RCN-020.*${code}`))
    const before = await linesIn(id)
    const more = await send(id, 'ngay-1-them.csv', statement([...good, { on: day(1), reference: 'B3', amount: 7 }]))
    expect(more.statement).toMatchObject({ status: 'REFUSED', fault: expect.stringMatching(/ngay-1\.csv/) })
    expect(await linesIn(id)).toBe(before)
    const { version } = await clerk.detail(other)
    await clerk.ask(sessions.cancel, { id: other, version, reason: 'Xong' })
  })

  test('is given back byte for byte, and withdrawn from its session', async () => {
    const { statements, version } = await clerk.detail(id)
    const staged = statements.find(({ status }) => status === 'STAGED')
    const response = await it.app.inject({
      method: 'GET',
      url: `/api${sessions.downloadStatement.path}?statementId=${staged?.id}`,
      headers: await it.headersOf('ketoan', 'PP_QR'),
    })
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.length).toBe(staged?.bytes)
    await clerk.ask(sessions.withdrawStatement, { id, version, statementId: staged?.id ?? '', reason: 'File của tháng trước' })
    expect(await clerk.detail(id)).toMatchObject({ status: 'DRAFT', theirsLines: 0 })
    expect(await linesIn(id)).toBe(0)
    expect(await it.call(sessions.match, { id, version: (await clerk.detail(id)).version }, as)).toMatchObject({ code: 'RCN-040' })
  })

  test('without a line is valid', async () => {
    const { statement: file, status } = await send(id, 'trong.csv', statement([]))
    expect(file).toMatchObject({ status: 'STAGED', accepted: 0 })
    expect(status).toBe('IMPORTED')
  })

  test('may be stopped while it waits to be read: nothing of it is kept', async () => {
    const other = await clerk.session(setupId, day(2), day(2))
    const content = statement([{ on: day(2), reference: 'S1', amount: 5 }])
    const { id: statementId } = await clerk.ask(sessions.beginStatement, { sessionId: other, fileName: 's.csv', bytes: content.length })
    await sendUpload(it.app, sessions.sendPiece.path, { name: 's.csv', content }, { ...(await it.headersOf('ketoan', 'PP_QR')) }, { statementId, number: '0' })
    await clerk.ask(sessions.finishStatement, { statementId })
    expect((await clerk.detail(other)).task).toBe('READ')
    await clerk.ask(sessions.stopTask, { id: other })
    await runJobs(it)
    expect(await clerk.detail(other)).toMatchObject({ task: null, status: 'DRAFT', statements: [{ status: 'REFUSED' }] })
    expect(await linesIn(other)).toBe(0)
    expect(await it.call(sessions.stopTask, { id: other }, as)).toMatchObject({ code: 'RCN-037' })
    // It may be sent again.
    expect((await send(other, 's.csv', content)).statement).toMatchObject({ status: 'STAGED' })
  })
})

describe('the workbench', () => {
  let id = ''
  const on = day(-3)
  beforeAll(async () => {
    await pay(on, [
      { reference: 'W1', amount: 100_000 },
      { reference: 'W2', amount: 200_000 },
      { reference: 'W3', amount: 300_000 },
      { reference: 'W4', amount: 400_000 },
      { reference: 'W5', amount: 500_000, status: 'FAILED' },
    ])
    id = await clerk.session(setupId, on, on)
    const rows = [
      { on, reference: 'W1', amount: 100_000 },
      { on, reference: 'W2', amount: 199_500 },
      { on, reference: 'KHAC', amount: 300_000, text: 'chuyen tien W3' },
      { on, reference: 'LE', amount: 50_000 },
    ]
    const { statement: file } = await send(id, 'w.csv', statement(rows, { opening: 5 }))
    expect(file?.fault).toBeNull()
    await clerk.match(id)
  })

  const lines = async (side: 'OURS' | 'THEIRS') => (await clerk.it.list(sessions.lines, { filter: { sessionId: id, side } }, as)).data
  const noOf = async (side: 'OURS' | 'THEIRS', reference: string) => (await lines(side))?.result.find((line) => line.reference === reference)?.no ?? 0

  test('shows both sides and where each line has ended up, every match with its sentence', async () => {
    const ours = await lines('OURS')
    expect(Object.fromEntries(ours?.result.map(({ reference, state }) => [reference, state]) ?? [])).toEqual({
      W1: 'MATCHED',
      W2: 'MATCHED',
      W3: 'BREAK',
      W4: 'BREAK',
      W5: 'NO_MONEY',
    })
    expect(ours?.totalRecord).toBe(5)
    const open = await clerk.it.list(sessions.lines, { filter: { sessionId: id, side: 'THEIRS', state: ['BREAK'] } }, as)
    expect(open.data?.result.map(({ reference }) => reference)).toEqual(['KHAC', 'LE'])
    const matches = await clerk.it.list(sessions.matches, { filter: { sessionId: id } }, as)
    expect(matches.data?.result).toMatchObject([
      { matchNo: 1, method: 'AUTO', rule: 'Mã tham chiếu', difference: '0.00' },
      { matchNo: 2, method: 'TOLERANCE', difference: '500.00', explanation: expect.stringContaining('500') },
    ])
    expect(await clerk.ask(sessions.matchLines, { sessionId: id, matchNo: 2 })).toMatchObject({
      total: 2,
      lines: [
        { reference: 'W2', side: 'OURS' },
        { reference: 'W2', side: 'THEIRS' },
      ],
    })
    const detail = await clerk.detail(id)
    expect(detail).toMatchObject({
      status: 'REVIEWING',
      nextStep: 'RESOLVE',
      oursLines: 4,
      theirsLines: 4,
      matchedOurs: 2,
      breaksOpen: 4,
      difference: '350500.00',
    })
  })

  test('matches by hand within the tolerance only, and each line once', async () => {
    const [w3, w4, other, alone] = [await noOf('OURS', 'W3'), await noOf('OURS', 'W4'), await noOf('THEIRS', 'KHAC'), await noOf('THEIRS', 'LE')]
    const { version } = await clerk.detail(id)
    expect(await it.call(sessions.handMatch, { id, version, ours: [w4], theirs: [alone] }, as)).toMatchObject({
      code: 'RCN-045',
      message: expect.stringContaining('350.000'),
    })
    expect(await it.call(sessions.handMatch, { id, version, ours: [await noOf('OURS', 'W1')], theirs: [other] }, as)).toMatchObject({ code: 'RCN-042' })
    expect(await it.call(sessions.handMatch, { id, version, ours: [await noOf('OURS', 'W5')], theirs: [other] }, as)).toMatchObject({ code: 'RCN-043' })
    expect(await it.call(sessions.handMatch, { id, version, ours: [99], theirs: [other] }, as)).toMatchObject({ code: 'RCN-041' })
    const made = await clerk.ask(sessions.handMatch, { id, version, ours: [w3], theirs: [other], reason: 'Nội dung ghi W3' })
    expect(made).toMatchObject({ matchNo: 3, difference: '0.00' })
    expect(await clerk.detail(id)).toMatchObject({ matchedOurs: 3, breaksOpen: 2, breaks: 4 })
  })

  test('keeps what people have matched when it is matched again, and gives the same result', async () => {
    await clerk.match(id)
    const first = await clerk.detail(id)
    expect(first).toMatchObject({ matchedOurs: 3, breaksOpen: 2 })
    await clerk.match(id)
    expect((await clerk.detail(id)).resultHash).toBe(first.resultHash)
  })

  test('opens a break again that a match by hand has resolved: the match goes, and what else it had resolved opens too', async () => {
    const resolved = (await clerk.breaks(id)).filter(({ reference }) => reference === 'W3' || reference === 'KHAC')
    expect(resolved).toMatchObject([
      { status: 'RESOLVED', resolution: 'MATCH' },
      { status: 'RESOLVED', resolution: 'MATCH' },
    ])
    const [one] = resolved
    await clerk.ask(qrReconciliation.breaks.reopen, { id: one?.id ?? '', version: one?.version ?? 0, reason: 'Xem lại' })
    expect(await clerk.detail(id)).toMatchObject({ matchedOurs: 2, breaksOpen: 4 })
    const { version } = await clerk.detail(id)
    const made = await clerk.ask(sessions.handMatch, {
      id,
      version,
      ours: [await noOf('OURS', 'W3')],
      theirs: [await noOf('THEIRS', 'KHAC')],
      reason: 'Nội dung ghi W3',
    })
    expect(made.matchNo).toBe(3)
  })

  test('undoes a match: its lines are breaks again, and the history keeps what it was', async () => {
    const { version } = await clerk.detail(id)
    await clerk.ask(sessions.unmatch, { id, version, matchNo: 3, reason: 'Nhầm dòng' })
    expect(await clerk.detail(id)).toMatchObject({ matchedOurs: 2, breaksOpen: 4, status: 'REVIEWING' })
    const [undone, done] = (await clerk.ask(sessions.history, { id })).filter(({ what }) => what === 'UNMATCHED' || what === 'HAND_MATCHED')
    expect(undone).toMatchObject({ what: 'UNMATCHED', by: 'ketoan', text: expect.stringMatching(/W3.*KHAC.*Nhầm dòng/) })
    expect(done).toMatchObject({ what: 'HAND_MATCHED', text: expect.stringContaining('Nội dung ghi W3') })
    expect(await it.call(sessions.unmatch, { id, version: version + 1, matchNo: 3, reason: 'x' }, as)).toMatchObject({ code: 'RCN-046' })
  })

  test('does not make a match of rules again that somebody has taken apart, until the same lines are matched by hand', async () => {
    const [ours, theirs] = [await noOf('OURS', 'W1'), await noOf('THEIRS', 'W1')]
    const { result = [] } = (await it.list(sessions.matches, { filter: { sessionId: id } }, as)).data ?? {}
    const { matchNo = 0 } = result.find(({ oursReference }) => oursReference === 'W1') ?? {}
    await clerk.ask(sessions.unmatch, { id, version: (await clerk.detail(id)).version, matchNo, reason: 'Chưa chắc cùng một giao dịch' })
    await clerk.match(id)
    expect(await clerk.detail(id)).toMatchObject({ matchedOurs: 1, breaksOpen: 6 })
    await clerk.ask(sessions.handMatch, { id, version: (await clerk.detail(id)).version, ours: [ours], theirs: [theirs] })
    await clerk.match(id)
    expect(await clerk.detail(id)).toMatchObject({ matchedOurs: 2, breaksOpen: 4 })
  })

  test('counts the lines of a state as it shows them', async () => {
    const others = ['BREAK', 'PROPOSED', 'DECIDED', 'EXPECTED', 'CARRIED', 'NEW', 'NO_MONEY'] as const
    for (const side of ['OURS', 'THEIRS'] as const)
      for (const state of [['MATCHED'] as const, others, ['BREAK'] as const, undefined]) {
        const filter = { sessionId: id, side, ...(state ? { state: [...state] } : {}) }
        const { totalRecord, result = [] } = (await it.list(sessions.lines, { filter }, as)).data ?? {}
        expect([side, state, totalRecord]).toEqual([side, state, result.length])
        expect(totalRecord).toBeGreaterThan(0)
      }
  })

  test('is not confirmed while something is open', async () => {
    const reply = await it.call(sessions.confirm, { id, version: (await clerk.detail(id)).version }, as)
    expect(reply).toMatchObject({ code: 'RCN-050', message: expect.stringContaining('4') })
  })
})

describe('what is confirmed', () => {
  const on = day(-4)
  let id = ''
  const rows = [
    { on, reference: 'G1', amount: 10_000 },
    { on, reference: 'G2', amount: 20_000 },
  ]
  const confirm = async (more: { acceptRejected?: boolean } = {}) => it.call(sessions.confirm, { id, version: (await clerk.detail(id)).version, ...more }, as)
  beforeAll(async () => {
    await pay(on, rows)
    id = await clerk.session(setupId, on, on)
  })

  test('has no gap in its balances: both rows are named until the file is withdrawn', async () => {
    const broken = rows.map((row, at) => (at === 1 ? { ...row, balance: 999 } : row))
    const { statement: file } = await send(id, 'g.csv', statement(broken, { opening: 1 }))
    expect(file).toMatchObject({ status: 'STAGED', gap: expect.stringMatching(/dòng 5.*dòng 4/) })
    await clerk.match(id)
    expect(await clerk.detail(id)).toMatchObject({ status: 'MATCHED', matchedPercent: 100 })
    expect(await confirm()).toMatchObject({ code: 'RCN-024' })
    await clerk.ask(sessions.withdrawStatement, { id, version: (await clerk.detail(id)).version, statementId: file?.id ?? '', reason: 'Sai số dư' })
    expect(await clerk.detail(id)).toMatchObject({ status: 'DRAFT', matchedOurs: 0, theirsLines: 0 })
  })

  test('has rejected rows only where somebody has looked at them', async () => {
    const content = Buffer.concat([statement(rows, { opening: 1, end: false }), Buffer.from(`\r\n${showDate(on)};G9;mười;30001;\r\nTổng số dòng;3`)])
    await send(id, 'g2.csv', content)
    await clerk.match(id)
    expect(await confirm()).toMatchObject({ code: 'RCN-051', message: expect.stringContaining('1 dòng') })
    expect(await confirm({ acceptRejected: true })).toMatchObject({ code: 'API000' })
    expect(await clerk.detail(id)).toMatchObject({ status: 'CONFIRMED', nextStep: 'SETTLE', confirmedBy: 'ketoan' })
    expect(await it.call(sessions.match, { id, version: (await clerk.detail(id)).version }, as)).toMatchObject({ code: 'SYS-410' })
    await clerk.ask(sessions.reopen, { id, version: (await clerk.detail(id)).version, reason: 'Xem lại' })
  })

  test('has our records as they are: what came since is named, and taken in by the next matching', async () => {
    clock.advance(60_000)
    await pay(on, [{ reference: 'G3', amount: 30_000 }])
    const { changed } = await clerk.detail(id)
    expect(changed).toHaveLength(1)
    expect(await confirm({ acceptRejected: true })).toMatchObject({ code: 'RCN-052', message: expect.stringContaining(changed[0]?.code ?? '?') })
    await clerk.match(id)
    expect(await clerk.detail(id)).toMatchObject({ status: 'REVIEWING', oursLines: 3, breaksOpen: 1, changed: [] })
  })

  test('keeps matches by hand with their lines, and undoes them where our record is another one now', async () => {
    const { result = [] } = (await clerk.it.list(sessions.matches, { filter: { sessionId: id } }, as)).data ?? {}
    await clerk.ask(sessions.unmatch, { id, version: (await clerk.detail(id)).version, matchNo: result[0]?.matchNo ?? 0, reason: 'Thử' })
    const line = async (side: 'OURS' | 'THEIRS') =>
      (await clerk.it.list(sessions.lines, { filter: { sessionId: id, side, text: 'G1' } }, as)).data?.result[0]?.no ?? 0
    const [ours, theirs] = [await line('OURS'), await line('THEIRS')]
    const made = await clerk.ask(sessions.handMatch, { id, version: (await clerk.detail(id)).version, ours: [ours], theirs: [theirs] })
    await clerk.match(id)
    expect((await clerk.it.list(sessions.matches, { filter: { sessionId: id, method: ['MANUAL'] } }, as)).data?.result).toMatchObject([
      { matchNo: made.matchNo },
    ])
    await sql`update reconciliation.line set amount = amount + 1 where session_id = ${id} and side = 'O' and no = ${ours}`.execute(it.runtime.db)
    await clerk.match(id)
    expect((await clerk.it.list(sessions.matches, { filter: { sessionId: id, method: ['MANUAL'] } }, as)).data?.totalRecord).toBe(0)
    expect((await clerk.ask(sessions.history, { id })).find(({ what }) => what === 'UNMATCHED')?.text).toContain('Số liệu của ta đã thay đổi')
  })
})

test('a revision whose rules changed is put into force only after a dry run', async () => {
  await clerk.ask(setups.edit, {
    id: setupId,
    version: await versionOf(setupId),
    name: 'Sao kê VCB',
    document: documentWith({ dueTime: '08:30', rules: [{ name: 'Mã tham chiếu', keys: ['REFERENCE'], windowDays: 1 }] }),
  })
  const version = await versionOf(setupId)
  expect(await it.call(setups.submit, { id: setupId, version, reason: 'Bỏ dung sai' }, as)).toMatchObject({ code: 'RCN-009' })
  const { sessions: matched } = await clerk.ask(setups.detail, { id: setupId })
  const tried = await clerk.ask(setups.dryRun, { id: setupId, version, sessionId: matched[0]?.id ?? '' })
  expect(tried).toMatchObject({ lost: 1, matchedBefore: expect.any(Number) })
  const { requestId } = await clerk.ask(setups.submit, { id: setupId, version: tried.version, reason: 'Bỏ dung sai' })
  await clerk.decide(requestId)
  expect((await clerk.ask(setups.detail, { id: setupId })).revisions.filter(({ status }) => status === 'ACTIVE')).toMatchObject([{ approvedBy: 'kiemsoat' }])
})

test('ageing says what is open, by partner and age', async () => {
  const { ageing, days, speed } = await clerk.ask(sessions.ageing, { from: day(-7), to: day(2) })
  expect(ageing).toMatchObject([{ setupId }])
  expect(days.map(({ day: at }) => at)).toContain(day(-3))
  expect(speed).toMatchObject([{ setupId }])
})
