import type { Readable } from 'node:stream'
import type { ImportStatus } from '#kernel/import.ts'
import type { Language, Text } from '#kernel/language.ts'
import type { Queryable } from '../database/db.ts'
import { cellKind, type SheetRow } from '../spreadsheet/sheet.ts'
import { xlsxStream } from '../spreadsheet/xlsx.ts'
import { showCell } from './cells.ts'
import { type ImportColumn, ROW_NUMBER } from './columns.ts'
import { rowsOf, type StoredImport } from './store.ts'

const SHEET: Text = { vi: 'Dữ liệu', en: 'Data' }
const RESULT: Text = { vi: 'Kết quả', en: 'Result' }
const ROW: Text = { vi: 'Dòng', en: 'Row' }
const STATUS: Text = { vi: 'Trạng thái', en: 'Status' }
const REASON: Text = { vi: 'Lý do', en: 'Reason' }
const WORDS = {
  imported: { vi: 'Đã nhập', en: 'Imported' },
  left: { vi: 'Không nhập', en: 'Not imported' },
  good: { vi: 'Hợp lệ', en: 'Valid' },
  bad: { vi: 'Lỗi', en: 'Error' },
} satisfies Record<string, Text>

async function* nothing(): AsyncGenerator<SheetRow> {}

/** An empty sheet with the titles that are recognised again, with the words of a closed set in brackets and offered as a list; required ones carry a star. */
export function templateOf(columns: readonly ImportColumn[], language: Language): Readable {
  const numbered = { header: ROW_NUMBER[language], kind: 'integer' as const, width: 7 }
  const own = columns.map(({ title, required, kind, choices }) => ({
    header: `${title[language]}${choices ? ` (${choices[language].join(', ').replace(/[()]/g, '')})` : ''}${required ? ' *' : ''}`,
    kind: cellKind(kind),
    ...(choices ? { open: { words: choices[language] } } : {}),
  }))
  return xlsxStream({ sheetName: SHEET[language], columns: [numbered, ...own], rows: nothing(), toFillIn: true })
}

/** The rows of the upload as they were, each with what became of it. */
export function resultOf(db: Queryable, stored: StoredImport, columns: readonly ImportColumn[], language: Language): Readable {
  const text = (header: string, width?: number) => ({ header, kind: 'text' as const, ...(width ? { width } : {}) })
  const titles = new Map(columns.map(({ field, title }) => [field, title[language]]))
  async function* rows(): AsyncGenerator<SheetRow> {
    for await (const batch of rowsOf(db, stored.id)) {
      for (const { number, cells, problems } of batch) {
        const reasons = (problems ?? []).map((one) => `${one.field ? `${titles.get(one.field) ?? one.field}: ` : ''}${one[language]}`)
        yield [
          String(number),
          ...stored.header.map((_title, at) => showCell(cells[at])),
          statusOf(stored.status as ImportStatus, problems === null)[language],
          reasons.join('; '),
        ]
      }
    }
  }
  const header = [text(ROW[language], 7), ...stored.header.map((title) => text(title)), text(STATUS[language], 14), text(REASON[language], 60)]
  return xlsxStream({ sheetName: RESULT[language], columns: header, rows: rows() })
}

function statusOf(status: ImportStatus, good: boolean): Text {
  if (status === 'DONE') return good ? WORDS.imported : WORDS.left
  return good ? WORDS.good : WORDS.bad
}
