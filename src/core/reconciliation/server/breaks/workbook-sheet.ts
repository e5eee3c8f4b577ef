import { createHmac, timingSafeEqual } from 'node:crypto'
import { showDate } from '#kernel/dates.ts'
import type { Language } from '#kernel/language.ts'
import { formatMoney, isMoney, parseMoney } from '#kernel/money.ts'
import type { Cell } from '#platform/server/import/workbook.ts'
import { deriveKey } from '#platform/server/secret-box.ts'
import type { CellKind, SheetColumn } from '#platform/server/spreadsheet/sheet.ts'
import { BREAK_BOOK_RESOLUTIONS } from '../../contract/break-proposal.ts'
import { en } from '../../labels/breaks/en.ts'
import { vi } from '../../labels/breaks/vi.ts'
import type { shownRow } from './list.ts'
import { WORDS, type Word } from './words.ts'

const LABELS = { vi, en }

type Shown = ReturnType<typeof shownRow>

interface Column {
  title: (language: Language) => string
  kind: CellKind
  value: (row: Shown, language: Language, mark: string) => string
  width?: number
  hidden?: boolean
  open?: true
}

const field = (name: keyof typeof vi.fields.break) => (language: Language) => LABELS[language].fields.break[name]
const text = (name: Word) => (language: Language) => WORDS[language][name]
const blank = () => ''

/** The columns of the workbook in their order: what tells a row again, what is shown of it, and what is filled in. */
export const COLUMNS = [
  { title: text('bookId'), kind: 'text', value: (row) => row.id, width: 14 },
  { title: text('bookVersion'), kind: 'text', value: (row) => String(row.version), hidden: true },
  { title: text('bookMark'), kind: 'text', value: (_row, _language, mark) => mark, hidden: true },
  { title: field('kind'), kind: 'text', value: (row, language) => LABELS[language].enums.breakKind[row.kind as keyof typeof vi.enums.breakKind], width: 18 },
  { title: field('reference'), kind: 'text', value: (row) => row.reference },
  { title: field('day'), kind: 'date', value: (row) => row.day },
  { title: field('sourceCode'), kind: 'text', value: (row) => row.sourceCode },
  { title: field('oursSum'), kind: 'money', value: (row) => row.oursSum },
  { title: field('theirsSum'), kind: 'money', value: (row) => row.theirsSum },
  { title: field('difference'), kind: 'money', value: (row) => String(row.difference) },
  { title: field('atRisk'), kind: 'money', value: (row) => row.atRisk },
  { title: field('explanation'), kind: 'text', value: (row) => row.explanation, width: 60 },
  { title: field('resolution'), kind: 'text', value: blank, width: 28, open: true },
  { title: field('reason'), kind: 'text', value: blank, width: 36, open: true },
  { title: field('note'), kind: 'text', value: blank, width: 36, open: true },
] as const satisfies readonly Column[]

const all: readonly Column[] = COLUMNS

/** Places of the columns that the comparison reads. */
export const PLACE = { id: 0, version: 1, mark: 2, firstShown: 3, resolution: 12, reason: 13, note: 14 } as const

export const titleOf = (at: number, language: Language): string => (all[at] as Column).title(language)

/** A, B, … of a column, as spreadsheet programs name it. */
export const letterOf = (at: number): string => String.fromCharCode(65 + at)

/** The words of the resolutions that a workbook may ask for. */
const wordsOf = (language: Language) => BREAK_BOOK_RESOLUTIONS.map((resolution) => LABELS[language].enums.resolution[resolution])

export const sheetColumns = (language: Language): SheetColumn[] =>
  all.map(({ title, kind, width, hidden, open }, at) => ({
    header: title(language),
    kind,
    ...(width === undefined ? {} : { width }),
    ...(hidden ? { hidden } : {}),
    ...(open ? { open: at === PLACE.resolution ? { words: wordsOf(language) } : {} } : {}),
  }))

export const cellsOf = (row: Shown, language: Language, mark: string): string[] => all.map(({ value }) => value(row, language, mark))

/** The language whose titles a header has; otherwise the first place that is not as it should be. */
export function languageOfHeader(header: readonly string[]): { language: Language } | { wrong: number } {
  const wrong = (language: Language) => all.findIndex((column, at) => (header[at] ?? '') !== column.title(language))
  const places = { vi: wrong('vi'), en: wrong('en') }
  if (places.vi === -1) return { language: 'vi' }
  return places.en === -1 ? { language: 'en' } : { wrong: Math.max(places.vi, places.en) }
}

/** What tells that a row is one of ours and of this session: nobody can make one without the system's key. */
export function markOf(secretKey: Buffer, sessionId: string, breakId: string, version: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'buu-tram reconciliation workbook'))
    .update(`${sessionId}:${breakId}:${version}`)
    .digest('base64url')
    .slice(0, 22)
}

export function isMark(given: string, own: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(own)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** A cell as plain text: numbers and days in the form of the wire; undefined for the error that a formula ended in. */
export function plainText(cell: Cell | undefined): string | undefined {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if ('n' in cell) return cell.n
  return 'd' in cell ? cell.d : undefined
}

/** Whether a locked cell still says what the system wrote, whichever program has saved it since. */
export function isUnchanged(at: number, cell: Cell | undefined, expected: string, clean: (text: string) => string): boolean {
  const found = plainText(cell)
  if (found === undefined) return false
  const { kind } = all[at] as Column
  if (kind === 'money') return isMoney(found) && isMoney(expected) && parseMoney(found) === parseMoney(expected)
  if (kind === 'date') return found.slice(0, 10) === expected || found === showDate(expected)
  return found === clean(expected)
}

/** How an expected value reads in a message. */
export function shownExpected(at: number, expected: string): string {
  const { kind } = all[at] as Column
  if (kind === 'date') return showDate(expected)
  return kind === 'money' && isMoney(expected) ? formatMoney(parseMoney(expected)) : expected
}
