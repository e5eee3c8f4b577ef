import { stat } from 'node:fs/promises'
import { fileErrors } from '../../contract/reading-errors.ts'
import type { RawRow } from './raw-row.ts'
import { encodingOf, sampleOf, textOf } from './text-source.ts'
import { READING_LIMITS, refuse } from './verdict.ts'

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
/** Longest tag with its attributes. */
const TAG = 65_536
const CELLS = /^(td|th)$/
const HIDDEN = /^(script|style|head|title)$/

/**
 * The rows of the tables of a page, as banks save statements called .xls: cells of rows, one after the other, with the entities that need no
 * list. Nothing of a page is run or fetched. Anything that is no plain table is refused.
 */
export async function* htmlRows(path: string): AsyncGenerator<RawRow[]> {
  const { size } = await stat(path)
  if (size > READING_LIMITS.htmlBytes) refuse(fileErrors.sheetTooLarge, { megabytes: READING_LIMITS.htmlBytes / 1_048_576 })
  const declared = /charset=["']?utf-8/i.test((await sampleOf(path)).toString('latin1'))
  const page = new Page()
  const encoding = encodingOf(await sampleOf(path))
  for await (const text of textOf(path, declared && encoding === 'WINDOWS-1258' ? 'UTF-8' : 'AUTO')) yield page.take(text)
  yield page.end()
}

class Page {
  #rest = ''
  #line = 1
  #row = 0
  #cells: string[] | undefined
  #cell: string | undefined
  #span = 1
  #hidden = ''
  #rows: RawRow[] = []
  #tables = 0

  take(text: string): RawRow[] {
    const all = this.#rest + text
    let at = 0
    for (;;) {
      const open = all.indexOf('<', at)
      if (open < 0) break
      const close = all.startsWith('<!--', open) ? all.indexOf('-->', open) + 2 : all.indexOf('>', open)
      if (close < open + 1) {
        if (all.length - open > TAG) this.#refuse()
        this.#text(all.slice(at, open))
        at = open
        break
      }
      this.#text(all.slice(at, open))
      this.#tag(all.slice(open + 1, close))
      at = close + 1
    }
    this.#rest = all.slice(at)
    if (this.#rest.length > READING_LIMITS.line) this.#refuse()
    return this.#rows.splice(0)
  }

  end(): RawRow[] {
    if (this.#tables > 0) refuse(fileErrors.truncated, { row: this.#line, column: '</table>' })
    return this.#rows.splice(0)
  }

  #refuse(): never {
    refuse(fileErrors.html, { row: this.#line, column: (this.#cells?.length ?? 0) + 1 })
  }

  #text(text: string): void {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#line++
    if (this.#hidden || this.#cell === undefined) return
    this.#cell += text
    if (this.#cell.length > READING_LIMITS.line) this.#refuse()
  }

  #tag(tag: string): void {
    for (let at = tag.indexOf('\n'); at >= 0; at = tag.indexOf('\n', at + 1)) this.#line++
    const [, end, name = ''] = /^(\/?)\s*([a-z0-9]+)/i.exec(tag) ?? []
    const lower = name.toLowerCase()
    if (this.#hidden) {
      if (end && lower === this.#hidden) this.#hidden = ''
      return
    }
    if (HIDDEN.test(lower)) this.#hidden = end || tag.endsWith('/') ? '' : lower
    else if (lower === 'table') this.#table(end !== '')
    else if (lower === 'tr') this.#turn(end !== '')
    else if (CELLS.test(lower)) this.#inCell(end !== '', tag)
    else if (lower === 'br' && this.#cell !== undefined) this.#cell += '\n'
  }

  #table(end: boolean): void {
    if (end) this.#turn(true)
    // A table in a cell has no place among rows.
    if (!end && this.#cell !== undefined) this.#refuse()
    this.#tables = Math.max(0, this.#tables + (end ? -1 : 1))
  }

  #turn(end: boolean): void {
    if (this.#cells) {
      this.#inCell(true, '')
      this.#rows.push({ row: ++this.#row, cells: this.#cells })
    }
    this.#cells = end ? undefined : []
  }

  #inCell(end: boolean, tag: string): void {
    if (this.#cells && this.#cell !== undefined) {
      this.#cells.push(this.#decoded(this.#cell))
      for (let more = 1; more < this.#span; more++) this.#cells.push('')
    }
    this.#cell = end ? undefined : ''
    if (end) return
    if (!this.#cells) this.#refuse()
    const span = Number(/\bcolspan\s*=\s*["']?(\d+)/i.exec(tag)?.[1] ?? 1)
    const rows = Number(/\browspan\s*=\s*["']?(\d+)/i.exec(tag)?.[1] ?? 1)
    if (span > READING_LIMITS.columns || this.#cells.length > READING_LIMITS.columns || rows > 1) this.#refuse()
    this.#span = Math.max(1, span)
  }

  #decoded(text: string): string {
    return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, entity: string) => {
      if (!entity.startsWith('#')) return NAMED[entity.toLowerCase()] ?? whole
      const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
      return code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
    })
  }
}
