import type { Text } from '#kernel/language.ts'
import type { Cell } from '#platform/server/import/workbook.ts'
import { DELIMITERS, isTable, type StatementField, StatementFormat, type TableFormat } from '../../contract/format.ts'
import { beginsWith, folded, isFilled, textOfCell } from './cells.ts'
import { headOf, isHeader } from './columns.ts'
import { csvRows } from './csv.ts'
import { tuned } from './guesses.ts'
import { type Bank, LABELS, PRESETS, presetFor } from './presets.ts'
import type { RawRow } from './raw-row.ts'
import { sheetKind, sheetRows } from './sheet.ts'
import { encodingOf, sampleOf } from './text-source.ts'

/** Rows that are looked at. */
const LOOKED_AT = 300
/** Rows in which a header stands. */
const HEADER_WITHIN = 100

export interface Detected {
  /** How the file would be read; left out where nothing about it is known. */
  format?: StatementFormat
  preset?: Bank
  why: Text
}

const UNKNOWN: Detected = {
  why: { vi: 'Không nhận ra dòng tiêu đề. Hãy chọn cột bằng tay', en: 'No header was recognized. Map the columns by hand' },
}

/** Titles that a field is known by, folded. Exact titles come before those that only begin so. */
const TITLES: Record<StatementField, readonly string[]> = {
  day: ['ngay giao dich', 'ngay hach toan', 'ngay gd', 'ngay', 'transaction date', 'booking date', 'posting date', 'business date', 'date', 'day'],
  valueDay: ['ngay hieu luc', 'ngay gia tri', 'value date'],
  time: ['gio giao dich', 'thoi gian', 'gio', 'time'],
  reference: ['so tham chieu', 'ma giao dich', 'ma tham chieu', 'ma gd', 'so but toan', 'so giao dich', 'reference', 'transaction id', 'ref', 'external ref'],
  documentNo: ['so chung tu', 'so ct', 'document no', 'document number', 'voucher'],
  amount: ['so tien', 'gia tri', 'amount'],
  debit: ['so tien ghi no', 'phat sinh no', 'ghi no', 'no/debit', 'no', 'debit'],
  credit: ['so tien ghi co', 'phat sinh co', 'ghi co', 'co/credit', 'co', 'credit'],
  sign: ['loai', 'no/co', 'dau', 'dr/cr', 'd/c', 'sign'],
  fee: ['phi', 'phi/lai', 'phi giao dich', 'fee'],
  tax: ['thue', 'vat', 'tax'],
  balance: ['so du', 'so du luy ke', 'balance', 'running balance'],
  counterAccount: ['tai khoan doi ung', 'tk doi ung', 'tai khoan doi tac', 'so tai khoan doi ung', 'counter account', 'beneficiary account'],
  counterName: ['ten tai khoan doi ung', 'ten doi tac', 'ten tai khoan doi tac', 'ten nguoi chuyen', 'counter name', 'beneficiary name'],
  text: ['noi dung', 'noi dung chi tiet', 'dien giai', 'mo ta', 'mo ta giao dich', 'description', 'narrative', 'remark', 'text'],
  status: ['trang thai', 'ket qua', 'status'],
  account: ['so tai khoan', 'tai khoan', 'account number', 'account no', 'account'],
}

/** Words of partners for what became of a payment. */
const STATUSES = {
  'Thành công': 'SUCCEEDED',
  SUCCESS: 'SUCCEEDED',
  SUCCEEDED: 'SUCCEEDED',
  'Thất bại': 'FAILED',
  FAILED: 'FAILED',
  PENDING: 'PENDING',
  'Đang xử lý': 'PENDING',
  REFUNDED: 'REFUNDED',
  'Hoàn tiền': 'REFUNDED',
  CANCELLED: 'CANCELLED',
} as const

/** A proposal of how to read a file: messages by their shape, the banks' layouts by their titles, other tables by common titles. */
export async function detectFormat(path: string, name: string): Promise<Detected> {
  const sample = await sampleOf(path)
  const sheet = sheetKind(sample)
  const text = textOf(sample)
  if (!sheet) {
    const message = messageIn(text)
    if (message) return message
    return (await bestOfDelimiters(path, name)) ?? UNKNOWN
  }
  const kind = sheet === 'xlsx' ? 'XLSX' : 'XLS'
  return detectTable(name, await firstOf(sheetRows(path, undefined)), kind, ',') ?? UNKNOWN
}

function textOf(sample: Buffer): string {
  const encoding = encodingOf(sample)
  return new TextDecoder(encoding === 'WINDOWS-1258' ? 'windows-1258' : encoding).decode(sample)
}

function messageIn(text: string): Detected | undefined {
  const [, currency = 'VND'] = /:60[FM]:[CD]\d{6}([A-Z]{3})/.exec(text) ?? []
  if (/^:20:/m.test(text.replace(/^\{.*?\{4:\s*/gm, '')) && /^:25:/m.test(text)) {
    return { format: { kind: 'MT940', encoding: 'AUTO', currency }, why: { vi: 'Nội dung là MT940', en: 'The content is MT940' } }
  }
  if (!/<(\w+:)?BkToCstmrStmt[\s/>]/.test(text)) return undefined
  const [, ccy = 'VND'] = /Ccy="([A-Z]{3})"/.exec(text) ?? []
  return { format: { kind: 'CAMT053', currency: ccy }, why: { vi: 'Nội dung là camt.053', en: 'The content is camt.053' } }
}

async function firstOf(source: AsyncIterable<RawRow[]>): Promise<RawRow[]> {
  const rows: RawRow[] = []
  for await (const some of source) {
    rows.push(...some.filter(({ cells }) => cells.some(isFilled)).slice(0, LOOKED_AT - rows.length))
    if (rows.length >= LOOKED_AT) break
  }
  return rows
}

async function bestOfDelimiters(path: string, name: string): Promise<Detected | undefined> {
  let best: { found: Detected; columns: number } | undefined
  for (const delimiter of DELIMITERS) {
    const found = detectTable(name, await firstOf(csvRows(path, 'AUTO', delimiter)), 'CSV', delimiter)
    const columns = found?.format && isTable(found.format) ? found.format.columns.length : 0
    if (found && columns > (best?.columns ?? 0)) best = { found, columns }
  }
  return best?.found
}

function detectTable(name: string, rows: readonly RawRow[], kind: 'XLSX' | 'XLS' | 'CSV', delimiter: (typeof DELIMITERS)[number]): Detected | undefined {
  const heads = rows.slice(0, HEADER_WITHIN).map((raw) => ({ raw, titles: raw.cells.map((cell) => folded(textOfCell(cell))) }))
  const known = PRESETS.flatMap((preset) => {
    const find = 'header' in preset.format && preset.format.header && 'find' in preset.format.header ? preset.format.header.find : []
    const head = heads.find(({ titles }) => isHeader(titles, find.map(folded)))
    return head ? [{ preset, head, weight: find.length + (named(name, preset.bank) ? 0.5 : 0) }] : []
  }).toSorted((one, other) => other.weight - one.weight)[0]
  if (known) {
    const format = withoutMissing(presetFor(known.preset, kind, delimiter) as TableFormat, known.head.titles)
    const { bank, name: layout } = known.preset
    const why = {
      vi: `Dòng tiêu đề ${known.head.raw.row} theo mẫu ${layout} của ${bank}`,
      en: `The header in row ${known.head.raw.row} is ${layout} of ${bank}`,
    }
    return { format: tuned(format, rows), preset: bank, why }
  }
  for (const { raw, titles } of heads) {
    const format = proposed(raw, titles, kind, delimiter)
    if (format)
      return {
        format: tuned({ ...format, labels: labelsIn(rows.filter((row) => row !== raw)) }, rows),
        why: { vi: `Theo tên cột ở dòng ${raw.row}`, en: `By the titles in row ${raw.row}` },
      }
  }
  return undefined
}

/** Of layouts that fit equally well, the one of the bank in the file's name is meant. */
const named = (name: string, bank: Bank): boolean => folded(name).includes(bank.toLowerCase())

/** A bank may leave out columns that nothing depends on. */
function withoutMissing(format: TableFormat, titles: readonly string[]): TableFormat {
  const columns = format.columns.filter(({ by }) => !('name' in by) || isHeader(titles, [folded(by.name)]))
  return { ...format, columns }
}

/** Labels that the file begins rows with, as far as it was looked into. */
function labelsIn(rows: readonly RawRow[]): TableFormat['labels'] {
  const heads = rows.flatMap(({ cells }) => headOf(cells)?.text ?? []).map(folded)
  // The longest comes first, and takes in what the shorter would.
  const found = (texts: readonly string[]) => texts.filter((text) => heads.some((head) => beginsWith(head, folded(text)))).slice(0, 1)
  const entries = (['account', 'opening', 'closing'] as const).map((kind) => [kind, found(LABELS[kind])] as const)
  return Object.fromEntries(entries.filter(([, texts]) => texts.length > 0))
}

function proposed(raw: RawRow, titles: readonly string[], kind: 'XLSX' | 'XLS' | 'CSV', delimiter: string): TableFormat | undefined {
  const columns: { field: StatementField; by: { name: string } | { place: number } }[] = []
  titles.forEach((title, at) => {
    const field = fieldOf(title)
    if (field && !columns.some((one) => one.field === field)) columns.push({ field, by: placeIn(titles, title, raw.cells[at] ?? null, at) })
  })
  const has = (field: StatementField) => columns.some((one) => one.field === field)
  const sides = has('debit') && has('credit')
  if (columns.length < 3 || (!has('day') && !has('valueDay')) || (!sides && !has('amount'))) return undefined
  const unused = new Set<StatementField>(sides ? ['amount', 'sign'] : has('sign') ? ['debit', 'credit'] : ['debit', 'credit', 'sign'])
  const signs = { debit: ['D', 'Nợ', 'Debit', '-'], credit: ['C', 'Có', 'Credit', '+'] }
  const read = StatementFormat.safeParse({
    kind,
    ...(kind === 'CSV' ? { delimiter } : {}),
    header: { row: raw.row },
    columns: columns.filter(({ field }) => !unused.has(field)),
    amounts: sides ? 'DEBIT_CREDIT' : has('sign') ? 'SIGN_COLUMN' : 'SIGNED',
    ...(sides || !has('sign') ? {} : { signs }),
    ...(has('status') ? { statuses: STATUSES } : {}),
    skip: [{ name: 'TOTAL', texts: ['Tổng', 'Total'] }],
  })
  return read.success && isTable(read.data) ? read.data : undefined
}

function fieldOf(title: string): StatementField | undefined {
  if (title === '') return undefined
  return (Object.entries(TITLES) as [StatementField, readonly string[]][]).find(([, known]) => known.includes(title))?.[0]
}

/** By its title where that is the only one. */
function placeIn(titles: readonly string[], title: string, cell: Cell, at: number): { name: string } | { place: number } {
  return titles.filter((one) => one === title).length === 1 ? { name: textOfCell(cell) } : { place: at + 1 }
}
