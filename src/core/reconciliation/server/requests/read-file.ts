import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { importErrors } from '#kernel/import-errors.ts'
import { LANGUAGES, type Language, type Text } from '#kernel/language.ts'
import type { UploadedFile } from '#platform/server/files/file.ts'
import { departureOf } from '#platform/server/http/departure.ts'
import { createSlots } from '#platform/server/http/slots.ts'
import { showCell } from '#platform/server/import/cells.ts'
import { columnsOf, type ImportColumn, plain, ROW_NUMBER } from '#platform/server/import/columns.ts'
import type { RowProblem } from '#platform/server/import/handler.ts'
import type { ReadRow } from '#platform/server/import/read.ts'
import { templateOf } from '#platform/server/import/sheets.ts'
import { validateRows } from '#platform/server/import/validate.ts'
import type { Cell } from '#platform/server/import/workbook.ts'
import type { CommandContext, Download, RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { XLSX_TYPE } from '#platform/server/spreadsheet/xlsx.ts'
import type { RequestKind } from '../../contract/machines.ts'
import { requestErrors } from '../../contract/request-errors.ts'
import { itemRow, type RequestContracts } from '../../contract/requests.ts'
import { en as breaksEn } from '../../labels/breaks/en.ts'
import { vi as breaksVi } from '../../labels/breaks/vi.ts'
import { en } from '../../labels/requests/en.ts'
import { vi } from '../../labels/requests/vi.ts'
import type { RequestDesk } from '../plug.ts'
import { fileRows } from './file-rows.ts'
import { REQUEST } from './records.ts'

type Output = OutputOf<RequestContracts['readFile']>
type Item = Omit<Output['items'][number], 'row'>
type Field = keyof typeof OTHER_TITLES
type Mapping = Record<string, number | null>

/** Files that are read at the same time: each workbook is read by a process of its own. */
const slots = createSlots(2, 1)

/** Titles of other files that people bring, such as the exported list of transactions: the first one that the file has counts. */
const OTHER_TITLES = {
  code: ['code', 'ma giao dich', 'ma gd', 'transaction code', 'transaction', 'ma tham chieu', 'so tham chieu', 'reference', 'ref'],
  // “Số tiền” of an exported list is what was paid, not what is wanted.
  amount: ['so tien hoan', 'so tien yeu cau', 'refund amount', 'amount requested'],
  outcome: ['ket qua', 'ket qua giao dich', 'outcome', 'result'],
} as const

/** Titles of a column that only numbers the rows. */
const NUMBERS = [...LANGUAGES.map((language) => plain(ROW_NUMBER[language])), 'tt', 'no', '#']

const WORDS = [
  {
    name: 'reconciliation',
    labelParts: { requests: { vi, en }, breaks: { vi: breaksVi, en: breaksEn } },
  },
]

/** What the rows of a file are held to, and its columns with their titles and words. */
function tableOf(kind: RequestKind) {
  const row = itemRow(kind)
  const contract = { row, fields: Object.keys(row.shape), unique: ['code'], entity: 'reconciliation.requests.requestFile' as const }
  return { contract, columns: columnsOf(contract, WORDS) }
}

/** Throws RCQ-006. */
function requireOffered({ contracts }: RequestDesk, kind: RequestKind, language: Language): void {
  if (!contracts.kinds.includes(kind)) throw refusedField('kind', requestErrors.kindNotOffered, language)
}

/** An empty file for the transactions of a request of this kind. Throws RCQ-006. */
export function itemsTemplate(desk: RequestDesk, { kind }: InputOf<RequestContracts['template']>, { language }: RequestContext): Download {
  requireOffered(desk, kind, language)
  const words = { vi, en }[language]
  const name = `${words.texts.requestFile} - ${words.enums.requestKind[kind]}.xlsx`
  return { name, contentType: XLSX_TYPE, stream: templateOf(tableOf(kind).columns, language) }
}

/**
 * The transactions that a file lists, and the rows that cannot be read, with what is wrong with each; nothing is kept. Whether the
 * transactions exist and may be handled so is asked by `check`, as of pasted codes. Throws RCQ-006, RCQ-016 to RCQ-018, RCQ-022, IMP-*, RCR-*.
 */
export async function readItems(
  desk: RequestDesk,
  { kind }: InputOf<RequestContracts['readFile']>,
  { language, session, reply, subject }: CommandContext,
  file: UploadedFile,
): Promise<Output> {
  requireOffered(desk, kind, language)
  const { contract, columns } = tableOf(kind)
  const release = await slots.take(session.userId, departureOf(reply))
  try {
    const cellIn = (mapping: Mapping, row: ReadRow, field: string) => row[(mapping[field] ?? -2) + 1] as Cell | undefined
    const { header, rows, broken, delimiter } = await fileRows(file, {
      fits: (titles) => placeOf(columns[0] as ImportColumn, titles) !== 'MISSING',
      filled: (titles) => {
        // Before anything is read below titles that will not do.
        mappingOf(columns, titles)
        const numbers = titles.map((title) => NUMBERS.includes(plain(title)))
        // A row that only has its number is one that nobody has filled in.
        return ([, ...cells]) => cells.some((cell, at) => !numbers[at] && showCell(cell) !== '')
      },
    })
    const mapping = mappingOf(columns, header)
    if (rows.length + broken.length === 0) throw new AppError(importErrors.empty)
    const at = (row: ReadRow, field: string) => cellIn(mapping, row, field)
    const doubts = rows.flatMap((row) => {
      const [field, doubt] = isRounded(at(row, 'code'))
        ? ['code', requestErrors.codeRounded]
        : delimiter === ',' && isSplit(row, mapping.amount)
          ? ['amount', requestErrors.amountSplit]
          : []
      return field && doubt ? [{ number: row[0], field, ...texts(new AppError(doubt)) }] : []
    })
    const doubtful = new Set(doubts.map(({ number }) => number))
    const others = rows.filter(([number]) => !doubtful.has(number))
    const { valid, problems } = await validateRows(contract, columns, mapping, inOnePart(others), async () => undefined)
    const faults: RowProblem[] = [...problems, ...doubts]
    const byNumber = new Map(rows.map((row) => [row[0], row]))
    subject(REQUEST, null, { after: { fileName: file.name } })
    const lacking = columns.find(({ field }) => mapping[field] === null)
    const read = new Set(Object.values(mapping))
    return {
      lacking: lacking?.title[language] ?? null,
      unread: header.filter((title, at) => title !== '' && !read.has(at) && !NUMBERS.includes(plain(title))),
      items: valid.map(({ number, value }) => ({ row: number, ...(value as Item) })),
      rejected: [
        ...faults.map((fault) => {
          const field = fault.field ?? 'code'
          const value = showCell(at(byNumber.get(fault.number) as ReadRow, field))
          return { row: fault.number, column: header[mapping[field] ?? -1] ?? '', value, message: fault[language] }
        }),
        ...broken.map(({ number, at: place, value, error }) => ({ row: number, column: header[place ?? -1] ?? '', value, message: error.text(language) })),
      ]
        .toSorted((one, other) => one.row - other.row)
        .map((one) => ({ ...one, value: one.value.slice(0, SHOWN) })),
    }
  } finally {
    release()
  }
}

/** Characters of a refused cell. */
const SHOWN = 200

const texts = (error: AppError): Text => ({ vi: error.text('vi'), en: error.text('en') })

async function* inOnePart(rows: readonly ReadRow[]) {
  yield rows.map(([number, ...cells]) => ({ number, cells }))
}

/** Spreadsheets keep 15 digits of a number; the rest of a longer code is gone, in a workbook or in the text that was made of it. */
function isRounded(cell: Cell | undefined): boolean {
  if (typeof cell === 'string') return /^\d([.,]\d+)?E\+\d+$/i.test(cell)
  return typeof cell === 'object' && cell !== null && 'n' in cell && (/e/i.test(cell.n) || cell.n.replace(/\D/g, '').length > 15)
}

/** An amount as “1,500,000” that commas made cells of: its first group, with another in the next cell. */
function isSplit([, ...cells]: ReadRow, place: number | null | undefined): boolean {
  if (place === null || place === undefined) return false
  return /^\d{1,3}$/.test(showCell(cells[place])) && /^\d{3}(?!\d)/.test(showCell(cells[place + 1]))
}

/** The column of a field: by its own title in either language, else by the first of the other titles that the file has. */
function placeOf({ field, title }: ImportColumn, header: readonly string[]): number | 'MISSING' | number[] {
  const titles = header.map(plain)
  const own = [plain(title.vi), plain(title.en)]
  for (const names of [own, ...OTHER_TITLES[field as Field].map((name) => [name])]) {
    const found = titles.flatMap((one, at) => (names.includes(one) ? [at] : []))
    if (found.length > 1) return found
    if (found[0] !== undefined) return found[0]
  }
  return 'MISSING'
}

/** The place of each field below these titles. Throws RCQ-017, RCQ-018. */
function mappingOf(columns: readonly ImportColumn[], header: readonly string[]): Mapping {
  return Object.fromEntries(columns.map((column) => [column.field, requiredPlace(column, header)]))
}

/** Throws RCQ-017 where a column that is needed is missing, RCQ-018 where there are several. */
function requiredPlace(column: ImportColumn, header: readonly string[]): number | null {
  const place = placeOf(column, header)
  const { title } = column
  if (Array.isArray(place)) throw new AppError(requestErrors.headingTwice, { title, columns: place.map((at) => `“${header[at]}”`).join(', ') })
  if (place !== 'MISSING') return place
  if (column.required) throw new AppError(requestErrors.noHeading, { title })
  return null
}
