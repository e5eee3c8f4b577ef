/** Statements beside each other: what is the same brought again and refused, what goes on where another ends, and what a session says of a gap. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SetupDocument } from '#core/reconciliation/contract/document.ts'
import type { RawInputOf } from '#kernel/contract.ts'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { gatewayWorld } from '../../test/payments.ts'
import { ReconciliationClerk } from '../../test/reconciliation.ts'
import { sendUpload } from '../../test/workbooks.ts'
import { writeStatement } from './simulator/statements/writing.ts'

const { setups, sessions } = qrReconciliation
const ACCOUNT = '0011001234567'
const today = localDate(new Date())
const as = { as: 'ketoan', clientId: 'PP_QR' as const }

interface Row {
  reference?: string
  amount: number | string
  text?: string
  balance?: number
}

let it: TestApp
let clerk: ReconciliationClerk
let csvSetup = ''
let camtSetup = ''
let nextDay = addDays(today, -200)
/** Days that no other test has, with a day between them: nothing of one continues another. */
const freeDay = () => {
  nextDay = addDays(nextDay, 9)
  return nextDay
}

/** A statement as banks export it; its running balance begins at the opening. */
function statement(on: string, rows: readonly Row[], opening: number): Buffer {
  const format = writeStatement('CSV', { account: ACCOUNT, from: on, to: on, opening: 0n }, []).content.toString().split('\r\n')
  const titles = format.find((line) => line.startsWith('Ngày giao dịch')) ?? ''
  let balance = opening
  let sum = 0
  const lines = rows.map(({ reference = '', amount, text = '', balance: stated }) => {
    if (typeof amount === 'number') {
      balance += amount
      sum += amount
    }
    return `${showDate(on)},,${reference},,,${amount},${stated ?? balance},,,${text}`
  })
  const head = [`Số tài khoản,${ACCOUNT}`, `Số dư đầu kỳ,${opening}`, titles]
  return Buffer.from(`${[...head, ...lines, `Tổng cộng,,,,0,${sum}`, `Số dư cuối kỳ,${balance}`].join('\r\n')}\r\n`)
}

beforeAll(async () => {
  it = await testApp()
  const world = await gatewayWorld(it.runtime)
  clerk = new ReconciliationClerk(it, qrReconciliation, 'PP_QR')
  const setup = (code: string, partnerId: string, kind: 'CSV' | 'CAMT053') => {
    const { format } = writeStatement(kind, { account: ACCOUNT, from: today, to: today, opening: 0n }, [])
    const document = SetupDocument.parse({ format, account: ACCOUNT, rules: [{ name: 'Mã', keys: ['REFERENCE'] }], fee: {} })
    return clerk.setup({ code, name: code, plug: 'QR', partnerId, document: document as RawInputOf<typeof setups.create>['document'] })
  }
  csvSetup = await setup('QR-CSV', world.vcb.partnerId, 'CSV')
  camtSetup = await setup('QR-CAMT', world.bidv.partnerId, 'CAMT053')
})
afterAll(() => it.close())

/** Sends a file to a session; answers what became of it. */
async function send(sessionId: string, name: string, content: Buffer) {
  await clerk.upload(sessionId, { name, content })
  const { statements, code, theirsLines } = await clerk.detail(sessionId)
  const file = statements.find(({ fileName }) => fileName === name)
  return { status: file?.status, fault: file?.fault, gap: file?.gap, code, theirsLines }
}

describe('a statement that brings again what another has brought', () => {
  test('is refused by the first line with the same number, day and amount, whatever its balance', async () => {
    const on = freeDay()
    const rows = [
      { reference: 'A1', amount: 10_000 },
      { reference: 'A2', amount: 20_000 },
      { reference: 'A3', amount: 30_000 },
    ]
    const id = await clerk.session(csvSetup, on, on)
    expect(await send(id, 'a.csv', statement(on, rows, 500_000))).toMatchObject({ status: 'STAGED' })
    const corrected = rows.map((row, at) => ({ ...row, ...(at === 0 ? { amount: 11_000 } : {}), text: 'bản sửa' }))
    const again = await send(id, 'a-sua.csv', statement(on, [...corrected, { reference: 'A4', amount: 1_000 }], 500_000))
    expect(again).toMatchObject({ status: 'REFUSED', theirsLines: 3 })
    expect(again.fault).toMatch(new RegExp(`Dòng 5 .*20\\.000 đồng.* dòng 5 của file a\\.csv trong phiên ${again.code}`))
  })

  test('is refused where its lines have no numbers: it does not go on where the other has ended', async () => {
    const on = freeDay()
    const id = await clerk.session(csvSetup, on, on)
    expect(await send(id, 'b.csv', statement(on, [{ amount: 10_000 }, { amount: 20_000 }], 500_000))).toMatchObject({ status: 'STAGED' })
    const again = await send(id, 'b-sua.csv', statement(on, [{ amount: 11_000 }, { amount: 20_000 }], 500_000))
    expect(again).toMatchObject({ status: 'REFUSED', theirsLines: 2 })
    expect(again.fault).toMatch(new RegExp(`b\\.csv trong phiên ${again.code}.*số dư đầu 500\\.000 khác số dư cuối 530\\.000`))
  })
})

describe('statements of one day that follow each other', () => {
  const morning = (on: string) => statement(on, [{ amount: 5_000 }, { reference: 'M1', amount: 10_000 }, { reference: 'M1', amount: 10_000 }], 700_000)
  /** A line like one of the morning, and a payment that the bank has booked once more. */
  const afternoon = (on: string) => statement(on, [{ amount: 5_000 }, { reference: 'M1', amount: 10_000 }], 725_000)

  test.each([
    ['in their order', ['sang.csv', 'chieu.csv']],
    ['the later one first', ['chieu.csv', 'sang.csv']],
  ])('are taken in, %s, and go on from the day before', async (_how, names) => {
    const on = freeDay()
    const before = await clerk.session(csvSetup, addDays(on, -1), addDays(on, -1))
    await send(before, 'truoc.csv', statement(addDays(on, -1), [{ reference: 'Y1', amount: 50_000 }], 650_000))
    const id = await clerk.session(csvSetup, on, on)
    for (const name of names) expect(await send(id, name, name === 'sang.csv' ? morning(on) : afternoon(on))).toMatchObject({ status: 'STAGED' })
    expect(await clerk.detail(id)).toMatchObject({ theirsLines: 5, blocked: null, statements: [{ gap: null }, { gap: null }] })
  })

  test('leave a gap where the one between is withdrawn', async () => {
    const on = freeDay()
    const before = await clerk.session(csvSetup, addDays(on, -1), addDays(on, -1))
    await send(before, 'truoc.csv', statement(addDays(on, -1), [], 700_000))
    const id = await clerk.session(csvSetup, on, on)
    await send(id, 'sang.csv', morning(on))
    await send(id, 'chieu.csv', afternoon(on))
    const { statements, version } = await clerk.detail(id)
    const statementId = statements.find(({ fileName }) => fileName === 'sang.csv')?.id ?? ''
    await clerk.ask(sessions.withdrawStatement, { id, version, statementId, reason: 'Sai file' })
    expect((await clerk.detail(id)).blocked).toMatch(/chieu\.csv: số dư đầu 725\.000 khác số dư cuối 700\.000/)
  })
})

describe('a gap in the balances', () => {
  test('names the row that was rejected between, and why', async () => {
    const on = freeDay()
    const id = await clerk.session(csvSetup, on, on)
    const rows = [
      { reference: 'G1', amount: 10_000 },
      { reference: 'G2', amount: 'mười', balance: 820_000 },
      { reference: 'G3', amount: 5_000, balance: 825_000 },
    ]
    const content = Buffer.from(statement(on, rows, 800_000).toString().replace('Số dư cuối kỳ,815000', 'Số dư cuối kỳ,825000'))
    expect(await send(id, 'g.csv', content)).toMatchObject({
      status: 'STAGED',
      gap: expect.stringMatching(/dòng 6 \(sau dòng 4\).*1 dòng bị từ chối\. Dòng 5, cột Ghi có/),
    })
    const { blocked } = (await it.call(sessions.detail, { id }, { ...as, language: 'en' })).data ?? {}
    expect(blocked).toMatch(/row 6 \(after row 4\).*1 row there was rejected\. Row 5, column Ghi có/)
  })

  test('blocks its session wherever it is shown: what it waits for is the right statement', async () => {
    const on = freeDay()
    const before = await clerk.session(csvSetup, addDays(on, -1), addDays(on, -1))
    await send(before, 'truoc.csv', statement(addDays(on, -1), [], 700_000))
    const id = await clerk.session(csvSetup, on, on)
    await send(id, 'h.csv', statement(on, [], 800_000))
    await clerk.match(id)
    const head = { status: 'MATCHED', nextStep: 'MEND', blocked: expect.stringContaining('h.csv: số dư đầu 800.000') }
    expect(await clerk.detail(id)).toMatchObject(head)
    const waiting = async (nextStep: 'CONFIRM' | 'MEND') => (await it.list(sessions.list, { filter: { setupId: csvSetup, nextStep } }, as)).data?.result
    expect(await waiting('MEND')).toMatchObject([{ id, ...head }])
    expect(await waiting('CONFIRM')).toEqual([])
    expect(await it.call(sessions.confirm, { id, version: (await clerk.detail(id)).version }, as)).toMatchObject({ code: 'RCN-025' })
    const { statements, version } = await clerk.detail(id)
    await clerk.ask(sessions.withdrawStatement, { id, version, statementId: statements[0]?.id ?? '', reason: 'Sai số dư' })
    await send(id, 'h2.csv', statement(on, [], 700_000))
    await clerk.match(id)
    expect(await clerk.detail(id)).toMatchObject({ status: 'MATCHED', nextStep: 'CONFIRM', blocked: null })
  })

  test('at the end of camt.053 says that the closing balance does not agree with the lines', async () => {
    const on = freeDay()
    const entry = { reference: 'C1', documentNo: 'D1', day: on, time: '10:00:00', amount: parseMoney('60000.00'), account: '1', name: 'A', text: 'x' }
    const { content } = writeStatement('CAMT053', { account: ACCOUNT, from: on, to: on, opening: parseMoney('100000.00') }, [entry])
    const id = await clerk.session(camtSetup, on, on)
    const { gap } = await send(id, 'c.xml', Buffer.from(content.toString().replace('160000.00', '170000.00')))
    expect(gap).toBe('c.xml: số dư cuối không khớp với các dòng: file ghi 170.000, cộng các dòng ra 160.000')
  })
})

describe('a file', () => {
  test('whose totals are not those of its lines is refused, as the configuration of the demonstration reads it', async () => {
    const on = freeDay()
    const id = await clerk.session(csvSetup, on, on)
    const content = statement(on, [{ reference: 'T1', amount: 10_000 }], 0).toString()
    const wrong = await send(id, 't.csv', Buffer.from(content.replace('Tổng cộng,,,,0,10000', 'Tổng cộng,,,,0,10001')))
    expect(wrong).toMatchObject({ status: 'REFUSED', fault: expect.stringMatching(/10001\.00.*10000\.00/) })
    expect(await send(id, 't2.csv', Buffer.from(content))).toMatchObject({ status: 'STAGED' })
  })

  test('in UTF-8 with bytes that are none is refused by the line that holds them', async () => {
    const on = freeDay()
    const id = await clerk.session(csvSetup, on, on)
    const content = statement(
      on,
      [
        { reference: 'U1', amount: 1 },
        { reference: 'U2', amount: 1, text: 'hỏng @' },
      ],
      0,
    )
    content[content.indexOf('@')] = 0xff
    expect((await send(id, 'u.csv', content)).fault).toMatch(/Dòng 5.*UTF-8/)
  })

  test('is counted by the mapping editor as by its import, in the same words', async () => {
    const on = freeDay()
    const { format } = writeStatement('CSV', { account: ACCOUNT, from: on, to: on, opening: 0n }, [])
    const content = Buffer.from(`SỔ PHỤ\r\n${statement(on, [{ reference: 'P1', amount: 1 }], 0)}`)
    const headers = { ...(await it.headersOf('ketoan', 'PP_QR')), 'accept-language': 'vi' }
    const sample = await sendUpload<{ accepted: number; ignored: number; rows: { row: number; problem: string }[] }>(
      it.app,
      setups.preview.path,
      { name: 'p.csv', content },
      headers,
      { format: JSON.stringify(format) },
    )
    const id = await clerk.session(csvSetup, on, on)
    await send(id, 'p.csv', content)
    const [file] = (await clerk.detail(id)).statements
    expect(sample.data).toMatchObject({ accepted: file?.accepted, ignored: file?.ignored })
    const { result = [] } = (await it.list(sessions.verdicts, { filter: { sessionId: id, verdict: 'IGNORED' } }, as)).data ?? {}
    const said = sample.data?.rows.filter(({ problem }) => problem !== null).map(({ row, problem }) => [row, problem])
    expect(said).toEqual(result.map(({ fileRow, about }) => [fileRow, about]).toSorted(([a], [b]) => Number(a) - Number(b)))
  })
})

test('days that another session has are named as one day or several', async () => {
  const on = freeDay()
  const id = await clerk.session(csvSetup, on, on)
  const { code } = await clerk.detail(id)
  const refusal = async (language: 'vi' | 'en') => (await it.call(sessions.create, { setupId: csvSetup, fromDay: on, toDay: on }, { ...as, language })).message
  expect(await refusal('vi')).toBe(`Ngày ${showDate(on)} đã thuộc phiên ${code}`)
  expect(await refusal('en')).toBe(`Session ${code} already covers ${showDate(on)}`)
})
