import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { fileWriter, readAll } from '../../../../../test/statement-files.ts'
import { workbook } from '../../../../../test/workbooks.ts'
import { StatementFormat } from '../../contract/format.ts'
import { fileErrors, rowErrors } from '../../contract/reading-errors.ts'

const write = fileWriter()

type Csv = Extract<z.input<typeof StatementFormat>, { kind: 'CSV' }>
const column = (field: string, name: string) => ({ field: field as 'day', by: { name } })
const SIGNED: Csv = {
  kind: 'CSV',
  header: { find: ['Ngày', 'Số tiền'] },
  columns: [column('day', 'Ngày'), column('reference', 'Mã'), column('amount', 'Số tiền'), column('text', 'Nội dung')],
  delimiter: ';',
}
const SIDES: Csv = {
  kind: 'CSV',
  header: { row: 1 },
  columns: [column('day', 'Ngày'), column('debit', 'Nợ'), column('credit', 'Có'), column('balance', 'Số dư')],
  delimiter: ';',
  amounts: 'DEBIT_CREDIT',
}
const HEAD = 'Ngày;Mã;Số tiền;Nội dung\n'
const read = (content: string | Buffer, format: z.input<typeof StatementFormat>) => readAll(write(content), format)

describe('a csv', () => {
  it('gives lines in hundredths, and says why every other row is none', async () => {
    const content = `Sao kê tháng 11\n\n${HEAD}21/11/2026;A1;1500.5;"Tiền hàng; đợt ""2"""\n31/11/2026;A2;1;x\n22/11/2026;A3;1.005;y\n;;;\nTổng cộng;;1501.5;\n23/11/2026 08:05;A4;-70;z\n`
    const { verdict, rows, lines } = await read(content, { ...SIGNED, skip: [{ name: 'TOTAL', texts: ['Tổng'] }] })
    expect(lines).toEqual([
      {
        day: '2026-11-21',
        amount: 150_050n,
        fee: 0n,
        tax: 0n,
        reference: 'A1',
        documentNo: '',
        counterAccount: '',
        counterName: '',
        text: 'Tiền hàng; đợt "2"',
        status: '',
      },
      { ...lines[1], day: '2026-11-23', at: '2026-11-23T08:05:00+07:00', amount: -7_000n, reference: 'A4' },
    ])
    expect(rows.filter(({ verdict }) => verdict !== 'ACCEPTED')).toEqual([
      { row: 1, verdict: 'IGNORED', rule: 'ABOVE_HEADER' },
      { row: 3, verdict: 'IGNORED', rule: 'HEADER' },
      {
        row: 5,
        verdict: 'REJECTED',
        column: 'Ngày',
        value: '31/11/2026',
        error: { code: rowErrors.day.code, params: { row: 5, column: 'Ngày', pattern: 'DD/MM/YYYY' } },
      },
      {
        row: 6,
        verdict: 'REJECTED',
        column: 'Số tiền',
        value: '1.005',
        error: { code: rowErrors.amount.code, params: { row: 6, column: 'Số tiền', decimal: '.', thousands: '' } },
      },
      { row: 8, verdict: 'IGNORED', rule: 'TOTAL' },
    ])
    expect(verdict).toMatchObject({ rows: 7, accepted: 2, ignored: 3, rejected: 2, from: '2026-11-21', to: '2026-11-23', moneyIn: 150_050n, moneyOut: 7_000n })
  })

  it.each<[string, (text: string) => Buffer, Csv['encoding']]>([
    ['UTF-8', (text) => Buffer.from(text), 'AUTO'],
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`), 'AUTO'],
    ['UTF-8 with a mark, as configured', (text) => Buffer.from(`\ufeff${text}`), 'UTF-8'],
    ['decomposed letters', (text) => Buffer.from(text.normalize('NFD')), 'AUTO'],
    ['UTF-16 little end first', (text) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'AUTO'],
    ['UTF-16 without a mark', (text) => Buffer.from(text, 'utf16le'), 'UTF-16LE'],
    ['UTF-16 big end first', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'AUTO'],
    ['UTF-16 big end first without a mark', (text) => Buffer.from(text, 'utf16le').swap16(), 'UTF-16BE'],
    ['Windows-1258', windows1258, 'AUTO'],
    ['Windows-1258, as configured', windows1258, 'WINDOWS-1258'],
    ['line ends of Windows', (text) => Buffer.from(text.replaceAll('\n', '\r\n')), 'AUTO'],
    ['line ends of old machines', (text) => Buffer.from(text.replaceAll('\n', '\r')), 'AUTO'],
  ])('is read in %s', async (_what, encode, encoding = 'AUTO') => {
    const { lines, verdict } = await read(encode(`${HEAD}21/11/2026;A1;1500;Đặng Thị Ánh trả tiền\n`), { ...SIGNED, encoding })
    expect(verdict.fault).toBeUndefined()
    expect(lines.map(({ text }) => text)).toEqual(['Đặng Thị Ánh trả tiền'])
  })

  it.each<[string, Partial<Csv>, string, bigint | undefined]>([
    ['grouped by comma', { thousands: ',' }, '"1,234,567.80"', 123_456_780n],
    ['grouped by dot', { decimal: ',', thousands: '.' }, '1.234.567,8', 123_456_780n],
    ['grouped by space', { thousands: ' ' }, '1 234 567', 123_456_700n],
    ['with a currency', { thousands: '.', decimal: ',' }, '1.234 VND', 123_400n],
    ['in brackets', {}, '(12)', -1_200n],
    ['with a minus behind', {}, '12-', -1_200n],
    ['with zeros behind two decimals', {}, '12.5000', 1_250n],
    ['the largest', {}, '9999999999999999', 999_999_999_999_999_900n],
    ['larger than any', {}, '12345678901234567', undefined],
    ['the other sign for decimals', { thousands: ',' }, '1.234.567,00', undefined],
    ['a group cut short', { thousands: '.', decimal: ',' }, '1.23', undefined],
    ['decimals for a group', { decimal: ',' }, '1,234', undefined],
    ['a group of round thousands for decimals', { decimal: '.', thousands: ',' }, '150.000', undefined],
    ['a group of round thousands for decimals, the other way round', { decimal: ',', thousands: '.' }, '150,000', undefined],
    ['an exponent', {}, '1e3', undefined],
    ['no number', {}, 'NaN', undefined],
  ])('an amount %s', async (_what, marks, text, amount) => {
    const { lines, rejected } = await read(`${HEAD}21/11/2026;A1;${text};x\n`, { ...SIGNED, ...marks } as Csv)
    expect(lines.map((line) => line.amount)).toEqual(amount === undefined ? [] : [amount])
    expect(rejected.map(({ error, column }) => [error.code, column])).toEqual(amount === undefined ? [[rowErrors.amount.code, 'Số tiền']] : [])
  })

  it.each<[Csv['dayPattern'], string, string | undefined, string?]>([
    ['DD/MM/YYYY', '1/2/2026', '2026-02-01'],
    ['DD-MM-YYYY', '01-02-2026 23:59:59', '2026-02-01', '2026-02-01T23:59:59+07:00'],
    ['DD.MM.YYYY', '01.02.2026', '2026-02-01'],
    ['MM/DD/YYYY', '02/28/2026 1:05 PM', '2026-02-28', '2026-02-28T13:05:00+07:00'],
    ['YYYY-MM-DD', '2026-02-01T20:00:00Z', '2026-02-02', '2026-02-02T03:00:00.000+07:00'],
    ['YYYY/MM/DD', '2026/02/01', '2026-02-01'],
    ['YYYYMMDD', '20260201', '2026-02-01'],
    ['DDMMYYYY', '01022026', '2026-02-01'],
    ['DD/MM/YY', '01/02/26', '2026-02-01'],
    ['DD-MM-YY', '01-02-26', '2026-02-01'],
    ['DD/MM/YYYY', '29/02/2026', undefined],
    ['DD/MM/YYYY', '01-02-2026', undefined],
    ['DD/MM/YYYY', '01/02/2026 later', undefined],
    ['DD/MM/YYYY', '', undefined],
  ])('a day in %s: %s', async (dayPattern, text, day, at) => {
    const { lines } = await read(`${HEAD}${text};A1;1;x\n`, { ...SIGNED, dayPattern })
    expect(lines.map((line) => [line.day, line.at])).toEqual(day === undefined ? [] : [[day, at]])
  })

  it('has its columns wherever the titles stand, the day of value and the time of a column of their own', async () => {
    const format: Csv = {
      ...SIGNED,
      header: { find: ['so tien'] },
      columns: [column('valueDay', 'Ngày'), column('time', 'Giờ'), column('amount', 'Số tiền'), { field: 'counterAccount', by: { place: 4 } }],
    }
    const { lines } = await read('SỐ TIỀN (VND);giờ;NGÀY ;\n15;07:30;21/11/2026;0011\n', format)
    expect(lines).toMatchObject([{ amount: 1_500n, day: '2026-11-21', at: '2026-11-21T07:30:00+07:00', counterAccount: '0011' }])
  })

  it('takes signs from a column, and statuses by the words of the partner', async () => {
    const format: Csv = {
      ...SIGNED,
      columns: [column('day', 'Ngày'), column('amount', 'Số tiền'), column('sign', 'C/D'), column('status', 'Kết quả'), column('fee', 'Phí')],
      amounts: 'SIGN_COLUMN',
      signs: { debit: ['D', 'Nợ'], credit: ['C', 'Có'] },
      statuses: { 'Thành công': 'SUCCEEDED', Lỗi: 'FAILED' },
    }
    const rows = ['21/11/2026;10;C;Thành công;2', '21/11/2026;20;nợ;LỖI;', '21/11/2026;30;X;Lỗi;', '21/11/2026;40;C;?;']
    const { lines, rejected, verdict } = await read(`Ngày;Số tiền;C/D;Kết quả;Phí\n${rows.join('\n')}\n`, format)
    expect(lines.map(({ amount, fee, status }) => [amount, fee, status])).toEqual([
      [1_000n, 200n, 'SUCCEEDED'],
      [-2_000n, 0n, 'FAILED'],
    ])
    expect(rejected.map(({ error, value }) => [error.code, value])).toEqual([
      [rowErrors.sign.code, 'X'],
      [rowErrors.status.code, '?'],
    ])
    // What failed moved nothing.
    expect(verdict).toMatchObject({ moneyIn: 1_000n, moneyOut: 0n })
  })

  it('seen by an operator, whose debit is money to us', async () => {
    const { lines, verdict } = await read('Ngày;Nợ;Có;Số dư\n21/11/2026;100;;100\n21/11/2026;;30;70\n', { ...SIDES, moneyIn: 'DEBIT' })
    expect(lines.map(({ amount, balance }) => [amount, balance])).toEqual([
      [10_000n, 10_000n],
      [-3_000n, 7_000n],
    ])
    expect(verdict).toMatchObject({ opening: 0n, closing: 7_000n })
    const signed = await read(`${HEAD}21/11/2026;A1;15;x\n`, { ...SIGNED, moneyIn: 'DEBIT' })
    expect(signed.lines[0]?.amount).toBe(-1_500n)
  })

  it.each<[string, string, Partial<Csv>, keyof typeof rowErrors]>([
    ['a debit and a credit', '21/11/2026;1;1;', {}, 'amountTwice'],
    ['neither of them', '21/11/2026;;;5', {}, 'amountMissing'],
    ['a negative debit', '21/11/2026;-1;;', {}, 'debitSign'],
    ['a positive debit where they are negative', '21/11/2026;1;;', { debitNegative: true }, 'debitSign'],
    ['no day', ';1;;', {}, 'dayMissing'],
    ['more cells than titles', '21/11/2026;1;;;;x', {}, 'tooManyCells'],
    ['a text that goes on behind its quotation mark', '21/11/2026;"1"2;;', {}, 'quote'],
  ])('rejects a row with %s', async (_what, row, more, error) => {
    const { rejected, verdict } = await read(`Ngày;Nợ;Có;Số dư\n${row}\n`, { ...SIDES, ...more } as Csv)
    expect(rejected.map((one) => one.error.code)).toEqual([rowErrors[error].code])
    expect(rejected[0]?.error.params).toMatchObject({ row: 2, column: rejected[0]?.column })
    expect(verdict).toMatchObject({ accepted: 0, ignored: 1, rejected: 1 })
  })

  it('rejects a text that is longer than any', async () => {
    const { rejected } = await read(`${HEAD}21/11/2026;${'A'.repeat(201)};1;x\n`, SIGNED)
    expect(rejected).toMatchObject([{ column: 'Mã', value: 'A'.repeat(200), error: { code: rowErrors.tooLong.code, params: { max: 200 } } }])
  })
})

describe('the running balance', () => {
  const rows = (...moves: [number, number][]) =>
    `Ngày;Nợ;Có;Số dư\n${moves.map(([move, balance]) => `21/11/2026;${move < 0 ? -move : ''};${move < 0 ? '' : move};${balance}`).join('\n')}\n`

  it('that agrees gives the first and the last', async () => {
    const { verdict } = await read(rows([10, 110], [-30, 80], [5, 85]), SIDES)
    expect(verdict).toMatchObject({ opening: 10_000n, closing: 8_500n })
    expect(verdict.breakInBalance).toBeUndefined()
  })

  it('that does not names both rows', async () => {
    const { verdict } = await read(rows([10, 110], [-30, 80], [5, 95], [5, 100]), SIDES)
    expect(verdict.breakInBalance).toEqual({ row: 4, previousRow: 3, expected: 8_500n, found: 9_500n })
  })

  it('from the last row up', async () => {
    const newestFirst = { ...SIDES, newestFirst: true }
    const { verdict } = await read(rows([5, 85], [-30, 80], [10, 110]), newestFirst)
    expect(verdict).toMatchObject({ opening: 10_000n, closing: 8_500n })
    const broken = await read(rows([5, 85], [-30, 81], [10, 110]), newestFirst)
    expect(broken.verdict.breakInBalance).toEqual({ row: 2, previousRow: 3, expected: 8_600n, found: 8_500n })
  })

  it.each([true, false])('in the other order than configured (newest first: %s) refuses the file', async (newestFirst) => {
    const moves: [number, number][] = [
      [10, 110],
      [-30, 80],
      [5, 85],
    ]
    const { verdict } = await read(rows(...(newestFirst ? moves : moves.toReversed())), { ...SIDES, newestFirst })
    expect(verdict.fault?.code).toBe(fileErrors.otherDirection.code)
  })

  it('counts movements between balances that are left out', async () => {
    const content = 'Ngày;Nợ;Có;Số dư\n21/11/2026;;10;110\n21/11/2026;;10;\n21/11/2026;;10;130\n21/11/2026;5;;\n'
    const { verdict } = await read(content, SIDES)
    expect(verdict).toMatchObject({ opening: 10_000n, closing: 12_500n })
    expect(verdict.breakInBalance).toBeUndefined()
  })

  it('beside the table is held against its lines', async () => {
    const format: Csv = { ...SIDES, header: { find: ['Nợ'] }, labels: { opening: ['Số dư đầu kỳ'], closing: ['Số dư cuối kỳ'], account: ['Số tài khoản'] } }
    const file = (first: number, last: number) =>
      `Số tài khoản: 0011 0040 1234 (VND)\nSố dư đầu kỳ;${first}\n${rows([10, 110], [5, 115])}Số dư cuối kỳ;${last}\n`
    const { verdict } = await read(file(100, 115), format)
    expect(verdict).toMatchObject({ account: '001100401234', opening: 10_000n, closing: 11_500n, ignored: 4, accepted: 2 })
    expect(verdict.breakInBalance).toBeUndefined()
    expect((await read(file(90, 115), format)).verdict.breakInBalance).toEqual({ row: 4, previousRow: 2, expected: 10_000n, found: 11_000n })
    expect((await read(file(100, 116), format)).verdict.breakInBalance).toEqual({ row: 6, previousRow: 5, expected: 11_500n, found: 11_600n, end: 'CLOSING' })
  })
})

describe('a trailer', () => {
  const format: Csv = { ...SIGNED, trailer: { find: 'TRAILER', count: { place: 2 }, sum: { place: 3 } } }
  const file = (trailer: string) => `${HEAD}21/11/2026;A1;10;x\n22/11/2026;A2;-4;y\n${trailer}`

  it('agrees with the rows', async () => {
    const { verdict } = await read(file('TRAILER;2;6\n'), format)
    expect(verdict.fault).toBeUndefined()
    expect(verdict.controlSums).toEqual({ expected: { count: 2, sum: 600n }, found: { count: 2, sum: 600n } })
  })

  it.each<[string, string, keyof typeof fileErrors]>([
    ['another count', 'TRAILER;3;6\n', 'controlSums'],
    ['another sum', 'TRAILER;2;7\n', 'controlSums'],
    ['no number', 'TRAILER;two;6\n', 'trailerUnreadable'],
    ['nothing at all', '', 'trailerMissing'],
  ])('with %s refuses the file', async (_what, trailer, error) => {
    expect((await read(file(trailer), format)).verdict.fault?.code).toBe(fileErrors[error].code)
  })
})

describe('other tables', () => {
  const FIXED: z.input<typeof StatementFormat> = {
    kind: 'FIXED',
    columns: [
      { field: 'day', by: { start: 1, width: 8 } },
      { field: 'amount', by: { start: 9, width: 12 } },
      { field: 'text', by: { start: 21, width: 20 } },
    ],
    dayPattern: 'YYYYMMDD',
    skip: [{ name: 'END', texts: ['END'] }],
  }

  it('of fixed width', async () => {
    const { lines, verdict } = await read('20261121     1500.50Tiền hàng\n20261122         -7.x\nEND 2\n', FIXED)
    expect(lines.map(({ day, amount, text }) => [day, amount, text])).toEqual([
      ['2026-11-21', 150_050n, 'Tiền hàng'],
      ['2026-11-22', -700n, 'x'],
    ])
    expect(verdict).toMatchObject({ accepted: 2, ignored: 1 })
  })

  it('of fixed width that ends inside of an amount was cut', async () => {
    expect((await read('20261121     1500.50x\n20261122     15', FIXED)).verdict.fault).toEqual({
      code: fileErrors.truncated.code,
      params: { row: 2, column: '9–20' },
    })
    expect((await read('20261121     1500.50x\n20261122     1500.50', FIXED)).lines).toHaveLength(2)
  })

  it.each(['xlsx', 'xls'] as const)('of a workbook (.%s): numbers, days and texts as they are kept', async (kind) => {
    const content = workbook(
      [
        ['Sao kê'],
        ['Ngày', 'Mã', 'Số tiền', 'Nội dung'],
        [{ t: 'n', v: 46_347, z: 'dd/mm/yyyy' }, 7, 0.1 + 0.2, 'a\nb'],
        [{ t: 'n', v: 46_347.5, z: 'dd/mm/yyyy hh:mm' }, { t: 'n', v: 7, z: '00000' }, '-1,500', null],
        ['21/11/2026', 'A', { t: 'e', v: 23 }, null],
      ],
      kind,
    )
    const { header, columns } = SIGNED
    const { lines, rejected } = await read(content, { kind: kind === 'xlsx' ? 'XLSX' : 'XLS', header, columns, thousands: ',' })
    expect(lines.map(({ day, at, reference, amount, text }) => [day, at, reference, amount, text])).toEqual([
      ['2026-11-21', undefined, '7', 30n, 'a b'],
      ['2026-11-21', '2026-11-21T12:00:00+07:00', '00007', -150_000n, ''],
    ])
    expect(rejected).toMatchObject([{ row: 5, column: 'Số tiền', value: '#REF!', error: { code: rowErrors.cellError.code } }])
  })
})

describe('a format', () => {
  const refused = (format: object) => StatementFormat.safeParse(format).error?.issues.map(({ path, message }) => [path.join('.'), message])

  it.each<[string, object, string[][]]>([
    ['without a day', { ...SIGNED, columns: [column('amount', 'Số tiền')] }, [['columns', 'required']]],
    ['without an amount', { ...SIGNED, columns: [column('day', 'Ngày')] }, [['columns', 'required']]],
    ['with a field twice', { ...SIGNED, columns: [...SIGNED.columns, column('day', 'Ngày GD')] }, [['columns', 'repeated']]],
    ['with titles and no header', { ...SIGNED, header: undefined }, Array.from({ length: 4 }, () => ['header', 'required'])],
    ['with one sign for two things', { ...SIGNED, thousands: '.' }, [['thousands', 'choice']]],
    ['with characters for places', { ...SIGNED, columns: [...SIGNED.columns, { field: 'fee', by: { start: 1, width: 3 } }] }, [['columns.4.by', 'choice']]],
    [
      'with a sign column and no words for it',
      { ...SIGNED, amounts: 'SIGN_COLUMN' },
      [
        ['columns', 'required'],
        ['signs', 'required'],
      ],
    ],
    ['with a status and no words for it', { ...SIGNED, columns: [...SIGNED.columns, column('status', 'Kết quả')] }, [['statuses', 'required']]],
    ['with debits in a signed table', { ...SIGNED, columns: [...SIGNED.columns, column('debit', 'Nợ')] }, [['amounts', 'choice']]],
  ])('%s is refused at its field', (_what, format, issues) => {
    expect(refused(format)).toEqual(issues)
  })

  it('of a kind that is not known, or with more than the kind has, is refused', () => {
    expect(refused({ ...SIGNED, kind: 'PDF' })?.[0]?.[0]).toBe('kind')
    expect(refused({ kind: 'CAMT053', delimiter: ';' })).toHaveLength(1)
  })
})

/** Letters of Windows-1258: the vowels that it has, and marks of tone behind them. */
function windows1258(text: string): Buffer {
  const decoder = new TextDecoder('windows-1258')
  const bytes = new Map(Array.from({ length: 256 }, (_none, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  const MARKS = /[\u0300\u0301\u0303\u0309\u0323]/g
  return Buffer.from(
    [...text.normalize('NFC')].flatMap((letter) => {
      const byte = bytes.get(letter)
      if (byte !== undefined) return [byte]
      const apart = letter.normalize('NFD')
      const base = bytes.get(apart.replace(MARKS, '').normalize('NFC'))
      return [base ?? 63, ...(apart.match(MARKS) ?? []).map((mark) => bytes.get(mark) ?? 63)]
    }),
  )
}
