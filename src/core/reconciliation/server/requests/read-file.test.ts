/** Transactions of a handling request from a file: what people bring is read for the kind that is chosen, and what cannot be read is named. */
import { randomUUID } from 'node:crypto'
import type { CellObject } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import { importErrors } from '#kernel/import-errors.ts'
import type { Language } from '#kernel/language.ts'
import { unpack } from '#platform/server/import/archive.ts'
import { partnerRequests as desk } from '#subsystems/par/contract/reconciliation.ts'
import { requestOf } from '../../../../../test/app.ts'
import { type OutcomeWorld, outcomeWorld } from '../../../../../test/outcomes.ts'
import { type Aoa, sendUpload, sheetRows, workbook } from '../../../../../test/workbooks.ts'
import type { RequestKind } from '../../contract/machines.ts'
import { requestErrors } from '../../contract/request-errors.ts'
import { ITEMS_FILE_BYTES, ITEMS_MAX } from '../../contract/requests.ts'

let outcomes: OutcomeWorld
beforeAll(async () => {
  outcomes = await outcomeWorld()
})
afterAll(() => outcomes.close())

const call = <C extends Contract>(contract: C, input: RawInputOf<C>) =>
  outcomes.it.call(contract, input, { as: 'ketoan', clientId: 'PP_PAR', headers: { 'idempotency-key': randomUUID() } })

async function sent(kind: RequestKind, file: { name: string; content: Buffer }, { language = 'vi' }: { language?: Language } = {}) {
  const headers = { ...(await outcomes.it.headersOf('ketoan', 'PP_PAR')), 'accept-language': language }
  return sendUpload<OutputOf<typeof desk.readFile>>(outcomes.it.app, desk.readFile.path, file, headers, { kind })
}

/** What a file that is read holds: its transactions as short texts, and its rejected rows as one line each. */
async function read(kind: RequestKind, file: { name: string; content: Buffer }, language: Language = 'vi') {
  const { data, code, message } = await sent(kind, file, { language })
  if (!data) throw new Error(`${code} ${message}`)
  return {
    items: data.items.map(({ row, code, amount, outcome }) => [row, code, amount ?? outcome].filter((part) => part !== undefined).join(' ')),
    rejected: data.rejected.map(({ row, column, value, message }) => `${row} ${column} [${value}] ${message}`),
  }
}
const xlsx = (rows: Aoa, format: 'xlsx' | 'xls' = 'xlsx') => ({ name: `giao-dich.${format}`, content: workbook(rows, format) })
const csv = (text: string, encoding: 'utf8' | 'utf16le' = 'utf8') => ({ name: 'giao-dich.csv', content: Buffer.from(text, encoding) })

const CODE = 'Mã giao dịch hoặc mã tham chiếu'

describe('the template of a kind', () => {
  const template = async (kind: RequestKind, language: Language) => {
    const headers = { ...(await outcomes.it.headersOf('ketoan', 'PP_PAR')), 'accept-language': language }
    const reply = await outcomes.it.app.inject({ ...requestOf(desk.template, { kind }), headers })
    expect(reply.statusCode).toBe(200)
    return reply
  }

  test.each([
    ['REFUND', 'vi', ['STT', `${CODE} *`, 'Số tiền đề nghị']],
    ['REFUND', 'en', ['No.', 'Transaction code or reference *', 'Requested amount']],
    ['OUTCOME', 'vi', ['STT', `${CODE} *`, 'Kết quả thật (Thành công, Thất bại)']],
    ['OUTCOME', 'en', ['No.', 'Transaction code or reference *', 'Real outcome (Succeeded, Failed)']],
    ['RESEND', 'vi', ['STT', `${CODE} *`]],
  ] as const)('%s has its columns in %s, and is read again once it is filled in', async (kind, language, titles) => {
    const { rawPayload, headers } = await template(kind, language)
    expect(sheetRows(rawPayload)).toEqual([titles])
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(language === 'vi' ? 'Giao dịch cần xử lý - ' : 'Transactions to handle - ')
    const last = { REFUND: ['250000'], OUTCOME: [language === 'vi' ? 'thất bại' : 'Failed'], RESEND: [] }[kind]
    const file = xlsx([[...titles], [1, 'QR2601', ...last]])
    expect(await read(kind, file, language)).toEqual({
      items: [['2 QR2601', ...{ REFUND: ['250000'], OUTCOME: ['FAILED'], RESEND: [] }[kind]].join(' ')],
      rejected: [],
    })
  })

  test.each([
    ['vi', 'Thành công,Thất bại'],
    ['en', 'Succeeded,Failed'],
  ] as const)('offers the outcomes as a list, in %s', async (language, choices) => {
    const { rawPayload } = await template('OUTCOME', language)
    const sheet = (await unpack(rawPayload)).get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    expect(sheet).toContain(`sqref="C2:C1048576"><formula1>"${choices}"</formula1>`)
  })

  test('of a kind that the desk does not offer there is none', async () => {
    expect(await call(desk.template, { kind: 'AMOUNT' })).toMatchObject({ status: 422, errors: [{ field: 'kind', code: requestErrors.kindNotOffered.code }] })
    const refused = await sent('AMOUNT', xlsx([[CODE], ['QR2601']]))
    expect(refused).toMatchObject({ status: 422, errors: [{ field: 'kind', code: requestErrors.kindNotOffered.code }] })
  })
})

describe('a file', () => {
  test.each(['xlsx', 'xls'] as const)('.%s is read with amounts as numbers and as people write them, whatever rows are blank', async (format) => {
    const rows: Aoa = [
      ['STT', CODE, 'Số tiền đề nghị', 'Ghi chú'],
      [1, 'QR2601', 1_500_000, 'gấp'],
      [null, null, null, null],
      [2, '  REF 02 ', '1.500.000', null],
      [3, 'QR2603', '1,500,000.50', null],
      [4, 'QR2604', '250 000 đ', null],
      [5, 202_601_150_001, 99.5, null],
      [6, null, null, null],
      [7, 'QR2607', null, null],
    ]
    expect(await read('REFUND', xlsx(rows, format))).toEqual({
      items: ['2 QR2601 1500000', '4 REF 02 1500000', '5 QR2603 1500000.50', '6 QR2604 250000', '7 202601150001 99.5', '9 QR2607'],
      rejected: [],
    })
  })

  test('names the outcome in either language or by its key; a column of another kind is left alone', async () => {
    const rows: Aoa = [
      ['Reference', 'Outcome', 'Amount'],
      ['R1', 'Thành công', 5],
      ['R2', 'FAILED', null],
      ['R3', 'succeeded', 'chưa rõ'],
      ['R4', 'thất bại', null],
      ['R5', null, null],
    ]
    expect(await read('OUTCOME', xlsx(rows))).toEqual({ items: ['2 R1 SUCCEEDED', '3 R2 FAILED', '4 R3 SUCCEEDED', '5 R4 FAILED', '6 R5'], rejected: [] })
  })

  test.each([
    ['Số tiền', []],
    ['Amount', []],
    ['Số tiền hoàn', ['900']],
    ['Số tiền yêu cầu', ['900']],
    ['Refund amount', ['900']],
    ['Requested amount', ['900']],
  ])('with a column %s: only what is wanted back is an amount, not what was paid', async (title, amount) => {
    const rows = [
      ['Mã giao dịch', title],
      ['QR1', 900],
    ]
    expect((await read('REFUND', xlsx(rows))).items).toEqual([['2 QR1', ...amount].join(' ')])
  })

  test('exported from a list has both codes: ours counts', async () => {
    expect(
      await read(
        'OTHER',
        xlsx([
          ['Mã tham chiếu', 'Mã giao dịch', 'Trạng thái'],
          ['FT01', 'QR2601', 'Thành công'],
        ]),
      ),
    ).toEqual({ items: ['2 QR2601'], rejected: [] })
  })

  test.each([
    ['commas', csv('\ufeffTransaction code,Requested amount\r\nR1,"1,500,000"\r\n\r\nR2,1500000.25\r\n')],
    ['semicolons', csv(`${CODE};Số tiền đề nghị\nR1;1.500.000\n;\nR2;1500000,25\n`)],
    ['tabs in UTF-16', csv(`\ufeff${CODE}\tSố tiền hoàn\nR1\t1.500.000\n\t\nR2\t1.500.000,25\n`, 'utf16le')],
  ])('.csv with %s is read as well', async (_what, file) => {
    expect(await read('REFUND', file)).toEqual({ items: ['2 R1 1500000', '4 R2 1500000.25'], rejected: [] })
  })

  test('.csv with one column needs no delimiter', async () => {
    expect(await read('RESEND', csv('Mã giao dịch\nQR2601\nQR2602'))).toEqual({ items: ['2 QR2601', '3 QR2602'], rejected: [] })
  })

  test.each([
    ['.xlsx', (rows: Aoa) => xlsx(rows)],
    ['.csv', (rows: Aoa) => csv(rows.map((row) => row.join(',')).join('\n'))],
  ])('%s with more numbered rows than a request takes is read where few of them are filled in', async (_ending, file) => {
    const rows = Array.from({ length: ITEMS_MAX + 100 }, (_, at): Aoa[number] => [at + 1, at % 250 === 0 ? `QR${at}` : null])
    expect(await read('OTHER', file([['STT', CODE], ...rows]))).toEqual({ items: ['2 QR0', '252 QR250', '502 QR500'], rejected: [] })
  })
})

describe('what a file does not say', () => {
  test('of each transaction is named, with the columns that were not read', async () => {
    const table: Aoa = [
      ['STT', 'Mã giao dịch', 'Số tiền', 'Ghi chú'],
      [1, 'QR2601', 5_000, 'gấp'],
    ]
    expect((await sent('REFUND', xlsx(table))).data).toMatchObject({ lacking: 'Số tiền đề nghị', unread: ['Số tiền', 'Ghi chú'] })
    expect((await sent('OUTCOME', xlsx(table), { language: 'en' })).data).toMatchObject({ lacking: 'Real outcome', unread: ['Số tiền', 'Ghi chú'] })
    expect((await sent('OTHER', xlsx(table))).data).toMatchObject({ lacking: null, unread: ['Số tiền', 'Ghi chú'] })
  })

  test('is no reason to drop a row: one with anything but its number needs a code', async () => {
    const table: Aoa = [
      ['STT', 'Mã tham chiếu', 'Mã giao dịch'],
      [1, 'FT01', 'QR2601'],
      [2, 'FT02', null],
      [3, null, null],
    ]
    expect(await read('OTHER', xlsx(table))).toEqual({ items: ['2 QR2601'], rejected: ['3 Mã giao dịch [] Vui lòng nhập thông tin này'] })
  })
})

describe('rows that cannot be read', () => {
  const ERROR: CellObject = { t: 'e', v: 42 }

  test('are named with column, value and reason, in the language of the caller; the others are given back beside them', async () => {
    const file = xlsx([
      [CODE, 'Số tiền đề nghị'],
      ['QR1', 1000],
      ['QR2', 'một triệu'],
      [null, 5000],
      ['QR1', 2000],
      ['QR5', -5],
      ['QR6', 10.555],
      ['QR7', ERROR],
      [1e18, 1],
      ['Q'.repeat(65), 1],
      ['QR10', 0],
      ['QR11', 11],
    ])
    const rounded = requestErrors.codeRounded
    expect(await read('REFUND', file)).toEqual({
      items: ['2 QR1 1000', '12 QR11 11'],
      rejected: [
        '3 Số tiền đề nghị [một triệu] Số tiền không hợp lệ',
        `4 ${CODE} [] Vui lòng nhập thông tin này`,
        `5 ${CODE} [QR1] Trùng với dòng 2`,
        '6 Số tiền đề nghị [-5] Số tiền phải lớn hơn 0',
        '7 Số tiền đề nghị [10.555] Số tiền không hợp lệ',
        '8 Số tiền đề nghị [#N/A] Ô có công thức bị lỗi #N/A',
        `9 ${CODE} [1000000000000000000] ${rounded.vi}`,
        `10 ${CODE} [${'Q'.repeat(65)}] Nhập tối đa 64 ký tự`,
        '11 Số tiền đề nghị [0] Số tiền phải lớn hơn 0',
      ],
    })
    expect((await read('REFUND', file, 'en')).rejected.slice(0, 3)).toEqual([
      '3 Số tiền đề nghị [một triệu] The amount is not valid',
      `4 ${CODE} [] This field is required`,
      `5 ${CODE} [QR1] Same as row 2`,
    ])
  })

  test('of an outcome say which words would do', async () => {
    const { rejected } = await read(
      'OUTCOME',
      xlsx([
        ['Mã giao dịch', 'Kết quả'],
        ['QR1', 'chờ'],
        ['QR2', 'Thành công'],
      ]),
    )
    expect(rejected).toEqual(['2 Kết quả [chờ] Giá trị không nằm trong danh mục cho phép: Thành công, Thất bại'])
  })

  test.each([
    ['1E+17', csv('Reference\n1E+17\n')],
    ['1,5E+20', csv('Reference\n"1,5E+20"\n')],
    ['1.2e+23', xlsx([['Reference'], [1.2e23]])],
  ])('hold a code of which a spreadsheet has kept %s', async (value, file) => {
    expect(await read('RESEND', file)).toEqual({ items: [], rejected: [`2 Reference [${value}] ${requestErrors.codeRounded.vi}`] })
  })

  test('of a .csv are those with more cells than there are titles: nothing says which of them is the amount', async () => {
    const file = csv('Mã giao dịch,Số tiền hoàn\nQR1,1,500,000\nQR2,1500000,25\nQR3,"1,500,000"\nQR4,5,\n,,7\n,,\n')
    expect(await read('REFUND', file)).toEqual({
      items: ['4 QR3 1500000', '5 QR4 5'],
      rejected: [
        `2  [QR1,1,500,000] ${requestErrors.moreCells.vi}`,
        `3  [QR2,1500000,25] ${requestErrors.moreCells.vi}`,
        `6  [,,7] ${requestErrors.moreCells.vi}`,
      ],
    })
    expect((await read('REFUND', file, 'en')).rejected[0]).toBe(`2  [QR1,1,500,000] ${requestErrors.moreCells.en}`)
    const untitled = csv('Mã giao dịch;Số tiền hoàn;;\nQR1;5;;\nQR2;5;7;\n')
    expect(await read('REFUND', untitled)).toEqual({ items: ['2 QR1 5'], rejected: [`3  [QR2;5;7;] ${requestErrors.moreCells.vi}`] })
  })

  test('of a .csv are those whose amount was split at its comma, where the next columns take the rest', async () => {
    const rows = ['Mã giao dịch,Số tiền hoàn,Ghi chú,Người gửi', 'QR1,1,500', 'QR2,1,500,000', 'QR3,900,gấp', 'QR4,"1,500",500', 'QR5,1,5000']
    const { amountSplit } = requestErrors
    expect(await read('REFUND', csv(rows.join('\n')))).toEqual({
      items: ['4 QR3 900', '5 QR4 1500', '6 QR5 1'],
      rejected: [`2 Số tiền hoàn [1] ${amountSplit.vi}`, `3 Số tiền hoàn [1] ${amountSplit.vi}`],
    })
    expect((await read('REFUND', csv(rows.join('\n')), 'en')).rejected[0]).toBe(`2 Số tiền hoàn [1] ${amountSplit.en}`)
    expect((await read('REFUND', csv('Mã giao dịch;Số tiền hoàn;Ghi chú\nQR1;1;500'))).items).toEqual(['2 QR1 1'])
    expect((await read('OUTCOME', csv(rows.join('\n')))).rejected).toEqual([])
  })

  test('of a .csv are those in which a cell goes on behind its closing quotation mark', async () => {
    const file = csv('Mã giao dịch,Số tiền hoàn\n"QR1"99,5\nQR2,"10"00\n"QR3" ,"10" \n')
    expect(await read('REFUND', file)).toEqual({
      items: ['4 QR3 10'],
      rejected: [`2 Mã giao dịch [QR199] ${requestErrors.behindQuote.vi}`, `3 Số tiền hoàn [1000] ${requestErrors.behindQuote.vi}`],
    })
  })

  test('of a .csv are numbered as a text editor does, and a code that a spreadsheet has rounded is found there too', async () => {
    expect(await read('REFUND', csv('Reference,Refund amount\nR1,x\n\n1.23457E+18,5\n'), 'en')).toEqual({
      items: [],
      rejected: ['2 Refund amount [x] The amount is not valid', `4 Reference [1.23457E+18] ${requestErrors.codeRounded.en}`],
    })
  })
})

describe('a file as a whole', () => {
  const PAGE = Buffer.from(
    `<meta charset="utf-8"><style>${'td { color: red } '.repeat(40)}</style><table><tr><td>${CODE}</td></tr><tr><td>QR1</td></tr></table>`,
  )

  test.each([
    ['of another type', { name: 'giao-dich.pdf', content: Buffer.from('%PDF-1.7') }, 415, requestErrors.fileType],
    ['that only says it is a workbook', { name: 'giao-dich.xlsx', content: Buffer.from('Mã giao dịch\nQR1') }, 415, requestErrors.fileType],
    ['that only says it is a text', { ...xlsx([[CODE], ['QR1']]), name: 'giao-dich.csv' }, 415, importErrors.otherFormat],
    [
      'without a heading',
      xlsx([
        ['QR1', 1000],
        ['QR2', 2000],
      ]),
      422,
      requestErrors.noHeading,
    ],
    ['without a heading, as a text', csv('QR1;1000\nQR2;2000'), 422, requestErrors.noHeading],
    [
      'with two columns of codes',
      xlsx([
        [CODE, 'Transaction code or reference'],
        ['QR1', 'QR2'],
      ]),
      422,
      requestErrors.headingTwice,
    ],
    ['with two columns of codes, as a text', csv('Mã giao dịch;Mã giao dịch\nQR1;QR2'), 422, requestErrors.headingTwice],
    [
      'that only numbers its rows',
      xlsx([
        ['STT', CODE],
        [1, null],
      ]),
      422,
      importErrors.empty,
    ],
    ['that only numbers its rows, as a text', csv(`STT,${CODE}\n1,\n2,`), 422, importErrors.empty],
    ['that is a page', { name: 'giao-dich.xls', content: PAGE }, 415, requestErrors.webPage],
    ['that is a page, named .xlsx', { name: 'giao-dich.xlsx', content: PAGE }, 415, requestErrors.webPage],
    ['that is a page, as a text', { name: 'giao-dich.csv', content: PAGE }, 415, requestErrors.webPage],
    ['with a heading alone', xlsx([[CODE, 'Số tiền đề nghị']]), 422, importErrors.empty],
    ['with a heading alone, as a text', csv(`${CODE}\n\n`), 422, importErrors.empty],
  ])('%s is refused', async (_what, file, status, { code }) => {
    expect(await sent('REFUND', file)).toMatchObject({ status, code })
  })

  test('without a heading says which column is missing, in the language of the caller', async () => {
    const { message } = await sent('REFUND', xlsx([['Số tiền'], [5]]), { language: 'en' })
    expect(message).toBe(
      'The first row of the file must be the header and have a column “Transaction code or reference”. Use the template, or name the column so',
    )
  })

  test('with more rows than a request takes is refused, with as many it is read', async () => {
    const rows = Array.from({ length: ITEMS_MAX }, (_, at): Aoa[number] => [`QR${at}`])
    expect((await read('OTHER', xlsx([[CODE], ...rows]))).items).toHaveLength(ITEMS_MAX)
    for (const file of [xlsx([[CODE], ...rows, ['QR-MORE']]), csv([CODE, ...rows.flat(), 'QR-MORE'].join('\n'))])
      expect(await sent('OTHER', file)).toMatchObject({
        status: 422,
        code: importErrors.tooManyRows.code,
        message: 'File có hơn 500 dòng dữ liệu. Hãy chia thành nhiều file',
      })
  })

  test('that is too large is refused', async () => {
    expect((await sent('OTHER', csv(`${CODE}\n${'x'.repeat(ITEMS_FILE_BYTES)}`))).status).toBe(413)
  })
})

test('a request is made of what a file brings', async () => {
  const refs = [await outcomes.lost(), await outcomes.lost()]
  const { data } = await sent(
    'OUTCOME',
    xlsx([
      ['Mã tham chiếu', 'Kết quả thật'],
      [refs[0] as string, 'Thất bại'],
      [refs[1] as string, 'Thành công'],
    ]),
  )
  const items = data?.items.map(({ row: _row, ...item }) => item) ?? []
  const checked = await call(desk.check, { kind: 'OUTCOME', codes: items.map(({ code }) => code) })
  expect(checked.data?.map(({ problem }) => problem)).toEqual([null, null])
  const { data: made } = await call(desk.create, { kind: 'OUTCOME', reason: 'Theo danh sách của đối tác', items })
  expect((await call(desk.detail, { id: made?.id ?? '' })).data).toMatchObject({ status: 'NEW', items: 2, lines: [{ number: 1 }, { number: 2 }] })
})
