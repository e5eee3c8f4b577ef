import { utils, write } from '@e965/xlsx'
import { StatementFormat } from '#core/reconciliation/contract/format.ts'
import { showDate } from '#kernel/dates.ts'
import { formatMoney, type Hundredths } from '#kernel/money.ts'
import type { Entry } from './sealing.ts'

/** What a statement says beside its lines. */
export interface StatementHead {
  account: string
  from: string
  to: string
  opening: Hundredths
}

/** A file as a partner delivers it, with how it is to be read. */
export interface StatementFile {
  name: string
  content: Buffer
  format: StatementFormat
}

export const FILE_KINDS = ['CSV', 'XLSX', 'XLS', 'FIXED', 'MT940', 'CAMT053'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Writes entries in one of the formats that partners use. */
export function writeStatement(kind: FileKind, head: StatementHead, entries: readonly Entry[]): StatementFile {
  const name = `saoke-${head.account}-${head.from.replaceAll('-', '')}-${head.to.replaceAll('-', '')}`
  return { name: `${name}.${ENDINGS[kind]}`, content: WRITERS[kind](head, withBalance(head, entries)), format: FORMATS[kind] }
}

const ENDINGS: Record<FileKind, string> = { CSV: 'csv', XLSX: 'xlsx', XLS: 'xls', FIXED: 'txt', MT940: 'sta', CAMT053: 'xml' }

type Line = Entry & { balance: Hundredths }

function withBalance({ opening }: StatementHead, entries: readonly Entry[]): Line[] {
  let balance = opening
  return entries.map((entry) => {
    balance += entry.amount
    return { ...entry, balance }
  })
}

const closingOf = ({ opening }: StatementHead, lines: readonly Line[]): Hundredths => lines.at(-1)?.balance ?? opening
const plain = (amount: Hundredths) => formatMoney(amount)
const size = (amount: Hundredths): Hundredths => (amount < 0n ? -amount : amount)
const comma = (amount: Hundredths) => formatMoney(size(amount)).replace('.', ',')
const debitOf = ({ amount }: Line) => (amount < 0n ? plain(-amount) : '')
const creditOf = ({ amount }: Line) => (amount > 0n ? plain(amount) : '')

const TITLES = ['Ngày giao dịch', 'Giờ', 'Số tham chiếu', 'Số chứng từ', 'Ghi nợ', 'Ghi có', 'Số dư', 'Tài khoản đối ứng', 'Tên đối ứng', 'Nội dung']
const cellsOf = (line: Line): string[] => [
  showDate(line.day),
  line.time,
  line.reference,
  line.documentNo,
  debitOf(line),
  creditOf(line),
  plain(line.balance),
  line.account,
  line.name,
  line.text,
]

const columns = [
  { field: 'day', by: { name: 'Ngày giao dịch' } },
  { field: 'time', by: { name: 'Giờ' } },
  { field: 'reference', by: { name: 'Số tham chiếu' } },
  { field: 'documentNo', by: { name: 'Số chứng từ' } },
  { field: 'debit', by: { name: 'Ghi nợ' } },
  { field: 'credit', by: { name: 'Ghi có' } },
  { field: 'balance', by: { name: 'Số dư' } },
  { field: 'counterAccount', by: { name: 'Tài khoản đối ứng' } },
  { field: 'counterName', by: { name: 'Tên đối ứng' } },
  { field: 'text', by: { name: 'Nội dung' } },
]

const table = {
  header: { find: ['Ngày giao dịch', 'Số tham chiếu', 'Số dư'] },
  columns,
  amounts: 'DEBIT_CREDIT',
  trailer: { find: 'Tổng cộng', debit: { name: 'Ghi nợ' }, credit: { name: 'Ghi có' } },
  labels: { account: ['Số tài khoản'], opening: ['Số dư đầu kỳ'], closing: ['Số dư cuối kỳ'] },
}

/** Fields of the fixed-width file: field and width, in order. */
const WIDTHS = [
  ['day', 8],
  ['time', 8],
  ['reference', 36],
  ['documentNo', 20],
  ['amount', 20],
  ['sign', 1],
  ['balance', 20],
  ['counterAccount', 20],
  ['counterName', 40],
  ['text', 80],
] as const
const startOf = (at: number) => 1 + WIDTHS.slice(0, at).reduce((sum, [, width]) => sum + width, 0)

const FORMATS: Record<FileKind, StatementFormat> = {
  CSV: StatementFormat.parse({ kind: 'CSV', ...table }),
  XLSX: StatementFormat.parse({ kind: 'XLSX', ...table }),
  XLS: StatementFormat.parse({ kind: 'XLS', ...table }),
  FIXED: StatementFormat.parse({
    kind: 'FIXED',
    columns: WIDTHS.map(([field, width], at) => ({ field, by: { start: startOf(at), width } })),
    dayPattern: 'YYYYMMDD',
    amounts: 'SIGN_COLUMN',
    signs: { debit: ['D'], credit: ['C'] },
    encoding: 'UTF-8',
  }),
  MT940: StatementFormat.parse({ kind: 'MT940' }),
  CAMT053: StatementFormat.parse({ kind: 'CAMT053' }),
}

function sheetRows(head: StatementHead, lines: readonly Line[]): string[][] {
  const moved = (of: (line: Line) => Hundredths) => plain(lines.reduce((sum, line) => sum + of(line), 0n))
  return [
    ['SỔ PHỤ TÀI KHOẢN'],
    ['Số tài khoản', head.account],
    ['Từ ngày', showDate(head.from), 'Đến ngày', showDate(head.to)],
    ['Số dư đầu kỳ', plain(head.opening)],
    TITLES,
    ...lines.map(cellsOf),
    ['Tổng cộng', '', '', '', moved(({ amount }) => (amount < 0n ? -amount : 0n)), moved(({ amount }) => (amount > 0n ? amount : 0n))],
    ['Số dư cuối kỳ', plain(closingOf(head, lines))],
  ]
}

function workbook(bookType: 'xlsx' | 'biff8') {
  return (head: StatementHead, lines: readonly Line[]): Buffer => {
    const sheet = utils.aoa_to_sheet(sheetRows(head, lines))
    return write({ SheetNames: ['SAOKE'], Sheets: { SAOKE: sheet } }, { type: 'buffer', bookType }) as Buffer
  }
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const csv = (head: StatementHead, lines: readonly Line[]): Buffer =>
  Buffer.from(
    `\uFEFF${sheetRows(head, lines)
      .map((cells) => cells.map(quoted).join(','))
      .join('\r\n')}\r\n`,
  )

function fixed(_head: StatementHead, lines: readonly Line[]): Buffer {
  const rows = lines.map((line) => {
    const cells: Record<(typeof WIDTHS)[number][0], string> = {
      day: line.day.replaceAll('-', ''),
      time: line.time,
      reference: line.reference,
      documentNo: line.documentNo,
      amount: plain(size(line.amount)).padStart(20),
      sign: line.amount < 0n ? 'D' : 'C',
      balance: plain(line.balance).padStart(20),
      counterAccount: line.account,
      counterName: line.name,
      text: line.text,
    }
    return WIDTHS.map(([field, width]) => cells[field].slice(0, width).padEnd(width)).join('')
  })
  return Buffer.from(`${rows.join('\n')}\n`)
}

const yymmdd = (day: string) => day.slice(2).replaceAll('-', '')
const mark = (amount: Hundredths) => (amount < 0n ? 'D' : 'C')
const balanceOf = (tag: string, day: string, amount: Hundredths) => `:${tag}:${mark(amount)}${yymmdd(day)}VND${comma(amount)}`

/** References of :61: have at most 16 characters, so the whole one stands in :86: as well. */
function mt940(head: StatementHead, lines: readonly Line[]): Buffer {
  const own = lines.flatMap((line) => [
    `:61:${yymmdd(line.day)}${line.day.slice(5).replace('-', '')}${mark(line.amount)}${comma(line.amount)}NTRF${line.reference.slice(0, 16)}//${line.documentNo.slice(0, 16)}`,
    `:86:${line.text}`.slice(0, 65),
    `/ORDP/${line.name}`.slice(0, 65),
  ])
  const rows = [
    `:20:${yymmdd(head.to)}001`,
    `:25:${head.account}`,
    ':28C:1/1',
    balanceOf('60F', head.from, head.opening),
    ...own,
    balanceOf('62F', head.to, closingOf(head, lines)),
    '-',
  ]
  return Buffer.from(`${rows.join('\r\n')}\r\n`)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const element = (name: string, content: string) => `<${name}>${content}</${name}>`
const amountOf = (amount: Hundredths) => `<Amt Ccy="VND">${plain(size(amount))}</Amt>${element('CdtDbtInd', amount < 0n ? 'DBIT' : 'CRDT')}`

function camt053(head: StatementHead, lines: readonly Line[]): Buffer {
  const balance = (code: string, day: string, amount: Hundredths) =>
    element('Bal', `<Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountOf(amount)}<Dt><Dt>${day}</Dt></Dt>`)
  const entry = (line: Line) => {
    const party = line.amount < 0n ? 'Cdtr' : 'Dbtr'
    const parties = `<RltdPties>${element(party, element('Nm', escaped(line.name)))}${element(`${party}Acct`, `<Id><Othr><Id>${escaped(line.account)}</Id></Othr></Id>`)}</RltdPties>`
    const details = `<TxDtls><Refs><EndToEndId>${escaped(line.reference)}</EndToEndId></Refs>${parties}<RmtInf><Ustrd>${escaped(line.text)}</Ustrd></RmtInf></TxDtls>`
    const codes = '<BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>'
    return element(
      'Ntry',
      `${amountOf(line.amount)}<Sts>BOOK</Sts><BookgDt><Dt>${line.day}</Dt></BookgDt><ValDt><Dt>${line.day}</Dt></ValDt><AcctSvcrRef>${line.documentNo}</AcctSvcrRef>${codes}<NtryDtls>${details}</NtryDtls>`,
    )
  }
  const statement = `<Id>${yymmdd(head.to)}001</Id><CreDtTm>${head.to}T23:59:00+07:00</CreDtTm><Acct><Id><Othr><Id>${head.account}</Id></Othr></Id></Acct>${balance('OPBD', head.from, head.opening)}${balance('CLBD', head.to, closingOf(head, lines))}${lines.map(entry).join('')}`
  const group = `<GrpHdr><MsgId>${yymmdd(head.to)}001</MsgId><CreDtTm>${head.to}T23:59:00+07:00</CreDtTm></GrpHdr>`
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${group}${element('Stmt', statement)}</BkToCstmrStmt></Document>\n`,
  )
}

const WRITERS: Record<FileKind, (head: StatementHead, lines: readonly Line[]) => Buffer> = {
  CSV: csv,
  XLSX: workbook('xlsx'),
  XLS: workbook('biff8'),
  FIXED: fixed,
  MT940: mt940,
  CAMT053: camt053,
}
