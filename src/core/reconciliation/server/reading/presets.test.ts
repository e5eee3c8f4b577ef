import { describe, expect, it } from 'vitest'
import { fileWriter, readAll } from '../../../../../test/statement-files.ts'
import { type Aoa, workbook } from '../../../../../test/workbooks.ts'
import { isTable, StatementFormat } from '../../contract/format.ts'
import { detectFormat } from './detect.ts'
import { PRESETS } from './presets.ts'
import { preview } from './preview.ts'

const write = fileWriter()

/** Samples made by us after the layouts that banks write: titles, order, signs and footers are theirs, the figures are not. */
interface Sample {
  name: string
  bank: string
  content: Buffer | string
  amounts: bigint[]
  first: object
  verdict: object
  ignored: string[]
}

const CASH_UP: Aoa = [
  ['NGÂN HÀNG TMCP NGOẠI THƯƠNG VIỆT NAM'],
  ['Số tài khoản/ Account number: 0011004012345'],
  ['Số dư đầu kỳ', null, null, null, '1,000,000'],
  ['STT', 'Ngày/ Số CT', 'Số tiền ghi nợ', 'Số tiền ghi có', 'Số dư', 'Nội dung chi tiết'],
  ['1', '21/11/2026   5078 - 12345', null, '250,000', '1,250,000', 'DH1001 thanh toan'],
  ['2', '21/11/2026\n5078 - 12346', '50,000', null, '1,200,000', 'Phi dich vu'],
  ['Tổng số', null, '50,000', '250,000'],
  ['Số tài khoản/ Account number: 0011004099999'],
  ['STT', 'Ngày/ Số CT', 'Số tiền ghi nợ', 'Số tiền ghi có', 'Số dư', 'Nội dung chi tiết'],
  ['1', '21/11/2026   5079 - 1', null, '7', '507', 'x'],
  ['Tổng số/ Total', null, '0', '7'],
]

const WEB = `<html><head><meta charset="utf-8"><style>td { color: red }</style></head><body><table border=1>
<tr><td colspan="5">SAO K&Ecirc; T&#192;I KHO&#x1EA2;N</td></tr>
<tr><th>Ngày giao dịch</th><th>Số tham chiếu</th><th>Số tiền ghi nợ</th><th>Số tiền ghi có</th><th>Mô tả</th></tr>
<tr><td>2026-11-21</td><td>5078 - 1</td><td>&nbsp;</td><td>1,500,000</td><td>A &amp; B<br>&lt;DH1&gt;</td></tr>
<tr><td>2026-11-21</td><td>5078 - 2</td><td>20,000</td><td></td><td>Phí</td></tr>
<tr><td>Tổng số</td><td></td><td>20,000</td><td>1,500,000</td><td></td></tr>
</table></body></html>`

const blank = (rows: number): Aoa => Array.from({ length: rows }, () => [null])

const TCB: Aoa = [
  ['Truy vấn giao dịch'],
  ...blank(10),
  ['Tài khoản', '19030001234567'],
  ...blank(8),
  [
    'Ngày KH thực hiện',
    'Ngày giao dịch',
    'Số bút toán',
    'Ngân hàng đối tác',
    'Tài khoản đối tác',
    'Tên tài khoản đối tác',
    'Diễn giải',
    'Nợ',
    'Có',
    'Phí/Lãi',
    'Thuế',
    'Số dư',
  ],
  ['22/11/2026', '22/11/2026', 'FT26327001', 'VCB', '0011', 'NGUYEN VAN A', 'DH3', null, 500_000, null, null, 1_438_900],
  ['21/11/2026', '21/11/2026', 'FT26326002', null, null, null, 'Chuyen tien', -50_000, null, -10_000, -1_100, 938_900],
  ['21/11/2026', '21/11/2026', 'FT26326001', null, null, null, 'DH1', null, 200_000, null, null, 1_000_000],
]

const BIDV: Aoa = [
  ['SỔ PHỤ TÀI KHOẢN'],
  ['Số tài khoản: 21110000123456 (số cũ 1201000123456)'],
  ['STT', 'Ngày hiệu lực', 'Ghi nợ', 'Ghi có', 'Số dư', 'Mô tả'],
  [1, '21/11/2026 08:15:00', '0', '1,000', '11,000', 'DH1'],
  [2, '21/11/2026 09:00:00', '500', '0', '10,500', 'DH2'],
]

const VIETINBANK: Aoa = [
  ...blank(19),
  ['Số tài khoản: 113000012345'],
  ['STT', 'Ngày hạch toán', 'Mô tả giao dịch', 'Nợ/Debit', 'Có/Credit', 'Số dư', 'Số giao dịch'],
  [1, '21-11-2026', 'DH1', null, '1.000', '11.000', 'A1'],
  [2, null, 'DH2', '500', null, '10.500', 'A2'],
  [3, '22-11-2026', 'DH3', null, '1.500,50', '12.000,50', 'A3'],
  [4, null, 'DH4', null, '1', '12.001,50', 'A4'],
]

const MB = `\ufeff${[
  'Số tài khoản,0680123456789',
  'Ngày hạch toán,Ngày giao dịch,Phát sinh nợ,Phát sinh có,Số dư,Nội dung,Số bút toán',
  '22/11/2026,21/11/2026,0,"1,234.00","2,234.00","DH1, lan 2",FT26326123',
  '22/11/2026,22/11/2026,"1,000.00",0,"1,234.00",Rut,FT26326124',
].join('\r\n')}\r\n`.normalize('NFD')

const SAMPLES: Sample[] = [
  {
    name: 'VCB CashUp.xlsx',
    bank: 'VCB',
    content: workbook(CASH_UP),
    amounts: [25_000_000n, -5_000_000n, 700n],
    first: { day: '2026-11-21', documentNo: '5078 - 12345', balance: 125_000_000n, text: 'DH1001 thanh toan' },
    verdict: { accounts: ['0011004012345', '0011004099999'] },
    ignored: ['ABOVE_HEADER', 'ACCOUNT', 'OPENING', 'HEADER', 'TOTAL', 'ACCOUNT', 'HEADER', 'TOTAL'],
  },
  {
    name: 'simple.xlsx',
    bank: 'VCB',
    content: workbook([
      ['Ngày giao dịch', 'Số tham chiếu', 'Ghi nợ', 'Ghi có', 'Mô tả'],
      ['21/11/2026', '5078 - 1', null, 1_500, 'DH1'],
      ['21/11/2026', '5078 - 2', 20, null, 'Phí'],
      ['Tổng số', null, 20, 1_500, null],
    ]),
    amounts: [150_000n, -2_000n],
    first: { reference: '5078 - 1', text: 'DH1' },
    verdict: { from: '2026-11-21' },
    ignored: ['HEADER', 'TOTAL'],
  },
  {
    name: 'multi.xls',
    bank: 'VCB',
    content: workbook(
      [
        ['Số tài khoản', 'Ngày giao dịch', 'Số tham chiếu', 'Ghi nợ', 'Ghi có', 'Mô tả'],
        ['0011', '21/11/2026', 'A', null, '1,500', 'DH1'],
        ['0022', '21/11/2026', 'B', '1,000', null, 'DH2'],
      ],
      'xls',
    ),
    amounts: [150_000n, -100_000n],
    first: { reference: 'A' },
    verdict: { accounts: ['0011', '0022'] },
    ignored: ['HEADER'],
  },
  {
    name: 'page called.xls',
    bank: 'VCB',
    content: WEB,
    amounts: [150_000_000n, -2_000_000n],
    first: { day: '2026-11-21', reference: '5078 - 1', text: 'A & B <DH1>' },
    verdict: { moneyIn: 150_000_000n },
    ignored: ['ABOVE_HEADER', 'HEADER', 'TOTAL'],
  },
  {
    name: 'techcombank.xlsx',
    bank: 'TCB',
    content: workbook(TCB),
    amounts: [50_000_000n, -5_000_000n, 20_000_000n],
    first: { day: '2026-11-22', reference: 'FT26327001', counterAccount: '0011', counterName: 'NGUYEN VAN A', fee: 0n },
    verdict: { account: '19030001234567', opening: 80_000_000n, closing: 143_890_000n },
    ignored: ['ABOVE_HEADER', 'ACCOUNT', 'HEADER'],
  },
  {
    name: 'bidv.xlsx',
    bank: 'BIDV',
    content: workbook(BIDV),
    amounts: [100_000n, -50_000n],
    first: { day: '2026-11-21', at: '2026-11-21T08:15:00+07:00' },
    verdict: { account: '21110000123456', opening: 1_000_000n, closing: 1_050_000n },
    ignored: ['ABOVE_HEADER', 'ACCOUNT', 'HEADER'],
  },
  {
    name: 'vietinbank.xlsx',
    bank: 'VIETINBANK',
    content: workbook(VIETINBANK),
    amounts: [100_000n, -50_000n, 150_050n, 100n],
    first: { day: '2026-11-21', reference: 'A1' },
    verdict: { account: '113000012345', from: '2026-11-21', to: '2026-11-22', closing: 1_200_150n },
    ignored: ['ACCOUNT', 'HEADER'],
  },
  {
    name: 'mb.csv',
    bank: 'MB',
    content: MB,
    amounts: [123_400n, -100_000n],
    first: { day: '2026-11-21', reference: 'FT26326123', text: 'DH1, lan 2' },
    verdict: { account: '0680123456789', opening: 100_000n, closing: 123_400n },
    ignored: ['ACCOUNT', 'HEADER'],
  },
]

describe('the statement of a bank', () => {
  it.each(SAMPLES)('$bank: $name is known by its titles and read without a setting', async ({ name, bank, content, amounts, first, verdict, ignored }) => {
    const path = write(content, name)
    const detected = await detectFormat(path, name)
    expect(detected.preset).toBe(bank)
    expect(detected.why.vi).toContain(bank)
    const format = StatementFormat.parse(detected.format)
    const read = await readAll(path, format)
    expect(read.verdict.fault).toBeUndefined()
    expect(read.rejected).toEqual([])
    expect(read.lines.map(({ amount }) => amount)).toEqual(amounts)
    expect(read.lines[0]).toMatchObject(first)
    expect(read.verdict).toMatchObject(verdict)
    expect(read.verdict.breakInBalance).toBeUndefined()
    expect(read.rows.flatMap((row) => (row.verdict === 'IGNORED' ? [row.rule] : []))).toEqual(ignored)
  })

  it('of which a sample stands here for every layout', () => {
    expect(new Set(SAMPLES.map(({ bank }) => bank))).toEqual(new Set(PRESETS.map(({ bank }) => bank)))
    for (const { format } of PRESETS) expect(StatementFormat.safeParse(format).success).toBe(true)
  })

  it('fills days down, keeps fees and taxes, and gives each account its own chain', async () => {
    const of = async (name: string, options = {}) => {
      const sample = SAMPLES.find((one) => one.name === name) as Sample
      const path = write(sample.content, name)
      return readAll(path, StatementFormat.parse((await detectFormat(path, name)).format), options)
    }
    expect((await of('vietinbank.xlsx')).lines.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-21', '2026-11-22', '2026-11-22'])
    expect((await of('techcombank.xlsx')).lines.map(({ fee, tax }) => [fee, tax])).toEqual([
      [0n, 0n],
      [1_000_000n, 110_000n],
      [0n, 0n],
    ])
    const own = await of('VCB CashUp.xlsx', { account: '0011004099999' })
    expect(own.lines.map(({ amount }) => amount)).toEqual([700n])
    expect(own.verdict).toMatchObject({ opening: 50_000n, closing: 50_700n })
    expect((await of('bidv.xlsx', { account: '1' })).verdict.fault?.params).toEqual({ account: '1', found: '21110000123456' })
  })

  it('with 37 đồng too much in each row is caught by its balances alone', async () => {
    const wrong = MB.replace('1,234.00","2,234.00"', '1,271.00","2,234.00"').replace('"1,000.00",0', '"1,037.00",0')
    const path = write(wrong, 'mb.csv')
    const { verdict } = await readAll(path, StatementFormat.parse((await detectFormat(path, 'mb.csv')).format))
    expect(verdict.breakInBalance).toEqual({ row: 4, previousRow: 3, expected: 119_700n, found: 123_400n })
  })
})

describe('a file that no bank is known by', () => {
  it('is proposed with the words that stand above and below its table', async () => {
    const path = write(
      'Số tài khoản;0011001234567\nSố dư đầu kỳ;100\nNgày GD;Mã giao dịch;Số tiền;Nội dung\n21/11/2026;A;5;x\nSố dư cuối kỳ;105\n',
      'partner.csv',
    )
    const { format } = await detectFormat(path, 'partner.csv')
    expect(format).toMatchObject({ labels: { account: ['Số tài khoản'], opening: ['Số dư đầu kỳ'], closing: ['Số dư cuối kỳ'] } })
    const { verdict } = await readAll(path, StatementFormat.parse(format))
    expect(verdict.fault).toBeUndefined()
    expect(verdict).toMatchObject({ accepted: 1, rejected: 0, opening: 10_000n, closing: 10_500n })
  })

  it.each<[string, string, object]>([
    ['commas', 'Date,Reference,Amount,Description\n2026-11-21,A,"1,500.00",x\n', { delimiter: ',', dayPattern: 'YYYY-MM-DD', decimal: '.', thousands: ',' }],
    ['semicolons and decimal commas', 'Ngày GD;Mã giao dịch;Số tiền;Nội dung\n21/11/2026;A;1.500,00;x\n', { delimiter: ';', decimal: ',', thousands: '.' }],
    ['tabs and both sides', 'Ngày\tNợ\tCó\tSố dư\n11/21/2026\t\t5\t5\n', { delimiter: '\t', amounts: 'DEBIT_CREDIT', dayPattern: 'MM/DD/YYYY' }],
    ['statuses and the newest first', 'date|ref|amount|status\n2026-11-22|A|1|SUCCESS\n2026-11-21|B|1|FAILED\n', { delimiter: '|', newestFirst: true }],
  ])('with %s is proposed by its titles', async (_what, text, expected) => {
    const path = write(text, 'partner.csv')
    const { format, preset } = await detectFormat(path, 'partner.csv')
    expect(preset).toBeUndefined()
    expect(format).toMatchObject(expected)
    const read = await readAll(path, StatementFormat.parse(format))
    expect(read.rejected).toEqual([])
    expect(read.lines.length).toBeGreaterThan(0)
  })

  it('is known as MT940 or camt.053 by what it holds', async () => {
    const mt940 = write('{1:F01X}{4:\n:20:S\n:25:1\n:28C:1\n:60F:C261120USD1,\n:62F:C261120USD1,\n-}\n')
    expect((await detectFormat(mt940, 'a.txt')).format).toEqual({ kind: 'MT940', encoding: 'AUTO', currency: 'USD' })
    const camt = write('<?xml version="1.0"?><n:Document xmlns:n="x"><n:BkToCstmrStmt/></n:Document>')
    expect((await detectFormat(camt, 'a.xml')).format).toEqual({ kind: 'CAMT053', currency: 'VND' })
  })

  it('without titles has no proposal', async () => {
    const { format, why } = await detectFormat(write('1;2;3\n4;5;6\n'), 'a.csv')
    expect(format).toBeUndefined()
    expect(why.en).toBe('No header was recognized. Map the columns by hand')
  })
})

describe('the preview', () => {
  it('shows the first rows as they will be read, each bad cell with its reason, beside the cells of the file', async () => {
    const rows = Array.from({ length: 80 }, (_none, at) => `21/11/2026;A${at};${at === 1 ? '1.5.5' : at + 1};x`)
    const path = write(`Sao kê\nNgày;Mã;Số tiền;Nội dung\n${rows.join('\n')}\n`)
    const { format } = await detectFormat(path, 'a.csv')
    const shown = await preview(path, StatementFormat.parse(format))
    expect(shown).toMatchObject({ titles: ['Ngày', 'Mã', 'Số tiền', 'Nội dung'], headerRow: 2 })
    // Fifty from the header on, and what stands above it; the whole file is counted.
    expect(shown.rows).toHaveLength(51)
    expect(shown.counts).toEqual({ ACCEPTED: 79, IGNORED: 2, REJECTED: 1 })
    expect(shown.rows[3]).toMatchObject({ read: { row: 4, verdict: 'REJECTED', column: 'Số tiền', value: '1.5.5' }, cells: ['21/11/2026', 'A1', '1.5.5', 'x'] })
    expect(shown.raw[0]).toEqual({ row: 1, cells: ['Sao kê'] })
  })

  it('says why a file is refused, with its first rows', async () => {
    const path = write('Ngày;Mã;Số tiền;Nội dung\n21/11/2026;A;1;x\n')
    const { format } = await detectFormat(path, 'a.csv')
    if (!format || !isTable(format)) throw new Error('no table')
    const other = await preview(path, { ...format, header: { find: ['Balance'] } })
    expect(other.fault).toMatchObject({ params: { titles: 'Balance' } })
    expect(other.raw).toHaveLength(2)
  })

  it('of messages shows their lines', async () => {
    const lines = Array.from({ length: 60 }, (_none, at) => `:61:261121C1,NTRFA${at}`)
    const path = write([':20:S', ':25:1', ':60F:C261120VND0,', ...lines, ':62F:C261121VND60,', ''].join('\n'))
    const shown = await preview(path, StatementFormat.parse({ kind: 'MT940' }))
    expect(shown.rows).toHaveLength(50)
    expect(shown.fault).toBeUndefined()
  })
})
