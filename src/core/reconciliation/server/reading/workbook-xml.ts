import * as XLSX from '@e965/xlsx'
import { type Cell, cellOf, cleanText } from '#platform/server/import/workbook.ts'
import { fileErrors } from '../../contract/reading-errors.ts'
import type { RawRow } from './raw-row.ts'
import { READING_LIMITS, refuse } from './verdict.ts'
import { localName, XmlReader } from './xml.ts'

const STEP = 262_144
const ERROR_CODES: Record<string, number> = { '#NULL!': 0, '#DIV/0!': 7, '#VALUE!': 15, '#REF!': 23, '#NAME?': 29, '#NUM!': 36, '#N/A': 42 }

/** The text of a part, piece by piece. */
function* piecesOf(part: Buffer): Generator<string> {
  const decoder = new TextDecoder(part[0] === 0xff ? 'utf-16le' : part[0] === 0xfe ? 'utf-16be' : 'utf-8')
  for (let from = 0; from < part.length; from += STEP) yield decoder.decode(part.subarray(from, from + STEP), { stream: true })
  yield decoder.decode()
}

/** Reads a whole part: elements as they open, and as they close with their text. */
function walk(part: Buffer, open: (name: string, of: Record<string, string>) => void, close: (name: string, text: string) => void = () => undefined): void {
  const xml = new XmlReader({ open, close })
  for (const piece of piecesOf(part)) xml.write(piece)
  xml.end()
}

/** The parts of an .xlsx by what they are; a sheet is read row by row, so that its cells are never all in memory. */
export class Workbook {
  readonly sheets: string[] = []
  readonly #files: string[] = []
  readonly #parts: Map<string, Buffer>
  #date1904 = false

  constructor(parts: Map<string, Buffer>) {
    this.#parts = parts
    const targets = new Map<string, string>()
    walk(this.#part('xl/_rels/workbook.xml.rels'), (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`)
    })
    walk(this.#part('xl/workbook.xml'), (name, attributes) => {
      if (name === 'workbookPr') this.#date1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.includes(':') && localName(key) === 'id')?.[1] ?? ''
      this.sheets.push(cleanText(attributes.name ?? ''))
      this.#files.push(targets.get(id) ?? '')
    })
  }

  #part(name: string): Buffer {
    return this.#find(name) ?? refuse(fileErrors.damaged)
  }

  #find(name: string): Buffer | undefined {
    const wanted = name.toLowerCase()
    return this.#parts.get(name) ?? [...this.#parts].find(([key]) => key.toLowerCase() === wanted)?.[1]
  }

  /** Rows of a sheet in their order, many at a time. */
  *rows(sheet: number): Generator<RawRow[]> {
    const reader = new SheetReader(this.#strings(), this.#formats(), this.#date1904)
    for (const piece of piecesOf(this.#part(this.#files[sheet] ?? ''))) {
      reader.xml.write(piece)
      yield reader.taken()
    }
    reader.xml.end()
    yield reader.taken()
  }

  #strings(): string[] {
    const part = this.#find('xl/sharedStrings.xml')
    const strings: string[] = []
    if (!part) return strings
    let text = ''
    let phonetic = false
    walk(
      part,
      (name) => {
        if (name === 'si') text = ''
        if (name === 'rPh') phonetic = true
      },
      (name, own) => {
        if (name === 'rPh') phonetic = false
        if (name === 't' && !phonetic) text += own
        if (name === 'si') strings.push(text)
      },
    )
    return strings
  }

  /** Number format of each cell style. */
  #formats(): string[] {
    const part = this.#find('xl/styles.xml')
    const own = new Map<string, string>()
    const formats: string[] = []
    if (!part) return formats
    let inCells = false
    walk(
      part,
      (name, { numFmtId = '', formatCode = '' }) => {
        if (name === 'numFmt') own.set(numFmtId, formatCode)
        if (name === 'cellXfs') inCells = true
        if (name === 'xf' && inCells) formats.push(own.get(numFmtId) ?? (XLSX.SSF.get_table() as Record<string, string>)[numFmtId] ?? '')
      },
      (name) => {
        if (name === 'cellXfs') inCells = false
      },
    )
    return formats
  }
}

/** Place of a cell from its reference, from 0: 'AB12' → 27. */
function placeOf(reference: string): number {
  let place = 0
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at)
    if (code < 65 || code > 90) break
    place = place * 26 + code - 64
  }
  return place - 1
}

class SheetReader {
  readonly xml: XmlReader
  readonly #strings: readonly string[]
  readonly #formats: readonly string[]
  readonly #date1904: boolean
  #rows: RawRow[] = []
  #cells: Cell[] = []
  #row = 0
  #place = -1
  #type = ''
  #style = ''
  #value = ''

  constructor(strings: readonly string[], formats: readonly string[], date1904: boolean) {
    this.#strings = strings
    this.#formats = formats
    this.#date1904 = date1904
    this.xml = new XmlReader({ open: (name, attributes) => this.#open(name, attributes), close: (name, text) => this.#close(name, text) })
  }

  taken(): RawRow[] {
    return this.#rows.splice(0)
  }

  #open(name: string, { r, t = 'n', s = '' }: Record<string, string>): void {
    if (name === 'row') {
      this.#row = r === undefined ? this.#row + 1 : Number(r)
      if (!Number.isInteger(this.#row) || this.#row < 1 || this.#row > 1_048_576) refuse(fileErrors.damaged)
      this.#cells = []
      this.#place = -1
    } else if (name === 'c') {
      this.#place = r === undefined ? this.#place + 1 : placeOf(r)
      if (this.#place < 0) refuse(fileErrors.damaged)
      if (this.#place >= 16_384) refuse(fileErrors.tooManyColumns, { row: this.#row, max: READING_LIMITS.columns })
      this.#type = t
      this.#style = s
      this.#value = ''
    }
  }

  #close(name: string, text: string): void {
    if (name === 'v' || name === 't') this.#value = name === 'v' ? text : this.#value + text
    else if (name === 'c') this.#put()
    else if (name === 'row') this.#rows.push({ row: this.#row, cells: this.#cells })
  }

  #put(): void {
    const cell = this.#cell()
    if (cell === null || cell === '') return
    while (this.#cells.length < this.#place) this.#cells.push(null)
    this.#cells[this.#place] = cell
  }

  #cell(): Cell {
    const value = this.#value
    if (value === '') return null
    const of = (cell: XLSX.CellObject): Cell => cellOf(cell, this.#date1904)
    if (this.#type === 's') {
      const text = this.#strings[Number(value)]
      return text === undefined ? refuse(fileErrors.damaged) : cleanText(text)
    }
    if (this.#type === 'n') return of({ t: 'n', v: Number(value), z: this.#formats[Number(this.#style || 0)] ?? '' })
    if (this.#type === 'b') return value === '1'
    if (this.#type === 'e') return of({ t: 'e', v: ERROR_CODES[value] ?? 15 })
    // Days of the ISO kind are texts; what reads days knows their shape.
    return cleanText(value)
  }
}
