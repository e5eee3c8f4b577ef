import type { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { pulled } from './pull.ts'
import { type CellKind, isPlainNumber, localTimestamp, looksLikeFormula, type SheetLine, type SheetOptions, type SheetRow } from './sheet.ts'

export const CSV_TYPE = 'text/csv; charset=utf-8'

const CHUNK = 64 * 1024

/**
 * RFC 4180 as a stream, in UTF-8 with a byte order mark (without it Excel takes Vietnamese for something else). Text that a spreadsheet would
 * run as a formula begins with an apostrophe. Memory stays flat and the event loop gets its turn; ending the stream early releases the source.
 */
export function csvStream(options: SheetOptions): Readable {
  const source = options.rows[Symbol.asyncIterator]()
  const release = () => void source.return?.()?.catch(() => undefined)
  return pulled(lines(options, source), release)
}

async function* lines({ columns, totals }: SheetOptions, source: AsyncIterator<SheetRow | SheetLine>): AsyncGenerator<Buffer> {
  const kinds = columns.map(({ kind }) => kind)
  const texts = kinds.map(() => 'text' as const)
  try {
    let text = `\ufeff${line(
      columns.map(({ header }) => header),
      texts,
    )}`
    for (let row = await source.next(); !row.done; row = await source.next()) {
      text += line('cells' in row.value ? row.value.cells : row.value, kinds)
      if (text.length >= CHUNK) {
        yield Buffer.from(text)
        text = ''
        await turn()
      }
    }
    if (totals) text += line(totals, kinds)
    yield Buffer.from(text)
  } finally {
    await source.return?.()
  }
}

function line(row: SheetRow, kinds: readonly CellKind[]): string {
  let text = ''
  for (let at = 0; at < kinds.length; at++) text += (at ? ',' : '') + field(row[at], kinds[at] as CellKind)
  return `${text}\r\n`
}

function field(value: string | null | boolean | undefined, kind: CellKind): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if ((kind === 'money' || kind === 'integer') && isPlainNumber(value)) return value
  const local = kind === 'timestamp' ? localTimestamp(value) : undefined
  const shown = local ? `${local.slice(0, 10)} ${local.slice(11, 19)}` : value
  const safe = looksLikeFormula(shown) ? `'${shown}` : shown
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
