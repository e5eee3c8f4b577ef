import type { TextEncoding } from '../../contract/format.ts'
import { fileErrors } from '../../contract/reading-errors.ts'
import { type RawRow, rawRow } from './raw-row.ts'
import { textOf } from './text-source.ts'
import { READING_LIMITS, refuse } from './verdict.ts'

const QUOTE = 0x22
const LINE_END = 0x0a

/**
 * The records of a text with delimiters and quoted cells, many at a time; a record is numbered by the line that it begins in. Where a text
 * goes on behind its closing quotation mark, the record says so.
 */
export async function* csvRows(path: string, encoding: TextEncoding, delimiter: string): AsyncGenerator<RawRow[]> {
  const records = new Records(delimiter)
  for await (const piece of textOf(path, encoding)) yield records.take(piece)
  yield records.end()
}

class Records {
  readonly #delimiter: string
  readonly #code: number
  #text = ''
  #row = 1

  constructor(delimiter: string) {
    this.#delimiter = delimiter
    this.#code = delimiter.charCodeAt(0)
  }

  /** The records that end in this piece. */
  take(piece: string): RawRow[] {
    const text = this.#text + piece
    const found: RawRow[] = []
    let at = 0
    let quote = text.indexOf('"')
    for (;;) {
      const end = text.indexOf('\n', at)
      if (end < 0) break
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at)
      if (quote < 0 || quote > end) {
        found.push(rawRow(this.#row++, text.slice(at, end).split(this.#delimiter)))
        at = end + 1
        continue
      }
      const record = this.#quoted(text, at, false)
      if (!record) break
      found.push(record.raw)
      at = record.next
    }
    this.#text = text.slice(at)
    if (this.#text.length > READING_LIMITS.line) refuse(fileErrors.lineTooLong, { row: this.#row, max: READING_LIMITS.line })
    return found
  }

  /** What stands behind the last line end: a record that was not ended is one of a file that was cut, or of a writer that ends none. */
  end(): RawRow[] {
    if (this.#text === '') return []
    if (!this.#text.includes('"')) return [{ ...rawRow(this.#row, this.#text.split(this.#delimiter)), unended: true }]
    const record = this.#quoted(this.#text, 0, true)
    if (!record) refuse(fileErrors.truncated, { row: this.#row, column: 1 })
    return [{ ...record.raw, unended: true }]
  }

  /** A record with quotes in it; undefined while its end has not come. */
  #quoted(text: string, from: number, last: boolean): { raw: RawRow; next: number } | undefined {
    const cells: string[] = []
    let misplaced: number | undefined
    let lines = 0
    let at = from
    for (;;) {
      let cell = ''
      const quoted = text.charCodeAt(at) === QUOTE
      if (quoted) {
        const closed = closing(text, at + 1)
        if (closed < 0) return undefined
        cell = text.slice(at + 1, closed).replaceAll('""', '"')
        for (let end = text.indexOf('\n', at); end >= 0 && end < closed; end = text.indexOf('\n', end + 1)) lines++
        at = closed + 1
      }
      const begin = at
      let code = text.charCodeAt(at)
      while (at < text.length && code !== this.#code && code !== LINE_END) code = text.charCodeAt(++at)
      if (at === text.length && !last) return undefined
      const more = text.slice(begin, at)
      if (quoted && more.trim() !== '') misplaced ??= cells.length
      cells.push(quoted ? cell + more.trimEnd() : more)
      if (at < text.length && code === this.#code) {
        at++
        continue
      }
      const raw = rawRow(this.#row, cells, misplaced)
      this.#row += lines + 1
      return { raw, next: Math.min(at + 1, text.length) }
    }
  }
}

/** Place of the quote that closes a cell; two in a row are one inside of it. */
function closing(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2)
  return at
}
