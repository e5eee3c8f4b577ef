import type { Readable } from 'node:stream'
import { cellWriter, openCellWriter, STYLES_XML, styleOf, writeHeaderCell, writeRow } from './cells.ts'
import { pulled } from './pull.ts'
import type { SheetColumn, SheetLine, SheetOptions, SheetRow } from './sheet.ts'
import { ByteSink } from './sink.ts'
import { EntryDeflater, ZipRecords } from './zip.ts'

export interface XlsxOptions extends SheetOptions {
  sheetName: string
  /** Lines above the header, the first of them the title. With them the sheet is made for paper: landscape, as wide as a page. */
  head?: readonly string[]
  /** Rows of text below the totals. */
  foot?: readonly SheetRow[]
  /** Empty cells below are of their column's kind too, so that what a person types into a text column stays a text ('00004'). */
  toFillIn?: boolean
  /** Only what `open` columns hold may be changed. Keeps mistakes away and no intent: whoever takes the file back compares it. */
  protected?: boolean
  /** For tests: rows and bytes after which the next sheet begins. */
  limits?: { rows: number; bytes: number }
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A sheet has 1,048,576 rows, of which header, totals and the lines around them take a few. An entry of the zip must stay under 4 GiB. */
const LIMITS = { rows: 1_048_500, bytes: 3.9 * 2 ** 30 }
/** The last row that spreadsheet programs have. */
const LAST_ROW = 1_048_576
/** Levels 1 to 3 take the same time here and 3 makes the smallest file; from 4 on the time grows. */
const LEVEL = 3
/** Bytes that are compressed at once; few enough that making them holds up nobody for long. */
const CHUNK = 64 * 1024
/** Room for the row that goes beyond; a longer one makes the buffer grow. */
const SPARE = 32 * 1024

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The number of sheets is not known when this is written, so every part that is not named is a sheet. */
const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`
const RELS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/**
 * An .xlsx as a stream: rows are taken as the reader wants them, memory stays flat, compression runs in zlib's threads and the event loop
 * gets its turn between chunks. Rows beyond a sheet's limit go on in the next sheet. Ending the stream early releases the rows' source.
 */
export function xlsxStream(options: XlsxOptions): Readable {
  const source = options.rows[Symbol.asyncIterator]()
  const release = () => void source.return?.()?.catch(() => undefined)
  return pulled(workbook(options, source), release)
}

async function* workbook(options: XlsxOptions, source: AsyncIterator<SheetRow | SheetLine>): AsyncGenerator<Buffer> {
  const zip = new ZipRecords()
  const names: string[] = []
  try {
    yield* part(zip, '[Content_Types].xml', CONTENT_TYPES)
    yield* part(zip, '_rels/.rels', RELS)
    yield* part(zip, 'xl/styles.xml', STYLES_XML)
    const rows = { source, next: await source.next() }
    do {
      names.push(sheetName(options.sheetName, names.length))
      yield* sheet(zip, `xl/worksheets/sheet${names.length}.xml`, options, rows)
    } while (!rows.next.done)
    yield* part(zip, 'xl/workbook.xml', workbookXml(names))
    yield* part(zip, 'xl/_rels/workbook.xml.rels', workbookRels(names.length))
    yield zip.end()
  } finally {
    await source.return?.()
  }
}

/** A small part, whole. */
async function* part(zip: ZipRecords, name: string, xml: string): AsyncGenerator<Buffer> {
  const deflater = new EntryDeflater(LEVEL, 16 * 1024)
  await deflater.write(Buffer.from(xml))
  await deflater.end()
  yield Buffer.concat([zip.begin(name), ...deflater.take(), zip.finish(deflater.crc, deflater.compressed, deflater.size)])
}

/** The rows' source and the row that comes next: whether another sheet is needed must be known before this one ends. */
interface Rows {
  source: AsyncIterator<SheetRow | SheetLine>
  next: IteratorResult<SheetRow | SheetLine>
}

/** One sheet: as many rows as it may hold, and the totals when none are left. */
async function* sheet(zip: ZipRecords, name: string, options: XlsxOptions, rows: Rows): AsyncGenerator<Buffer> {
  const { columns, limits = LIMITS } = options
  const cells = columns.map(({ kind, open }) => (open ? openCellWriter() : cellWriter(kind)))
  const boldCells = columns.map(({ kind }) => cellWriter(kind, true))
  const deflater = new EntryDeflater(LEVEL)
  // Two that take turns: one is filled while zlib reads the other.
  let filling = new ByteSink(CHUNK + SPARE)
  let compressed = new ByteSink(CHUNK + SPARE)
  let compressing: Promise<void> | undefined
  let count = 0
  try {
    yield zip.begin(name)
    writeHead(filling, options)
    while (!rows.next.done && count < limits.rows && deflater.size + filling.length < limits.bytes) {
      count++
      const row = rows.next.value
      if ('cells' in row) writeRow(filling, row.bold ? boldCells : cells, row.cells, row.depth)
      else writeRow(filling, cells, row)
      rows.next = await rows.source.next()
      if (filling.length < CHUNK) continue
      // Waiting for zlib lets everybody else have a turn.
      await compressing
      compressing = deflater.write(filling.bytes)
      ;[filling, compressed] = [compressed, filling]
      filling.clear()
      yield* deflater.take()
    }
    writeFoot(filling, options, count, rows.next.done === true)
    await compressing
    await deflater.write(filling.bytes)
    await deflater.end()
    yield* deflater.take()
    yield zip.finish(deflater.crc, deflater.compressed, deflater.size)
  } finally {
    compressing?.catch(() => undefined)
    deflater.destroy()
  }
}

const WIDTHS = { text: 24, integer: 12, money: 20, date: 12, timestamp: 20, bool: 9 } as const

function writeHead(sink: ByteSink, { columns, head = [], toFillIn }: XlsxOptions): void {
  const width = ({ kind, header, width: own }: SheetColumn) => own ?? Math.min(Math.max(WIDTHS[kind], header.length + 4), 60)
  const style = ({ kind }: SheetColumn) => (toFillIn ? ` style="${styleOf(kind)}"` : '')
  const cols = columns
    .map((column, at) => `<col min="${at + 1}" max="${at + 1}" width="${width(column)}"${style(column)}${column.hidden ? ' hidden="1"' : ''} customWidth="1"/>`)
    .join('')
  const above = head.length + 1
  const pane = `<pane ySplit="${above}" topLeftCell="A${above + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`
  // Subtotals stand above what they add up.
  const paper = head.length > 0 ? '<sheetPr><outlinePr summaryBelow="0"/><pageSetUpPr fitToPage="1"/></sheetPr>' : ''
  sink.string(
    `${XML}<worksheet xmlns="${MAIN}">${paper}<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols}</cols><sheetData>`,
  )
  head.forEach((line, at) => {
    writeRow(sink, [cellWriter('text', at === 0)], [line])
  })
  // Of a report: room for headings of two lines.
  sink.string(head.length > 0 ? '<row ht="32" customHeight="1">' : '<row>')
  for (const { header } of columns) writeHeaderCell(sink, header)
  sink.string('</row>')
}

/**
 * The words that a cell takes, offered as a list. A program takes 255 characters of them, with commas between; what does not fit is not
 * offered. In a protected sheet nothing else is taken; in one that people fill in from scratch other spellings are for its reader to judge.
 */
function choicesOf({ columns, protected: strict }: Pick<XlsxOptions, 'columns' | 'protected'>, first: number, last: number): string {
  const lists = columns.flatMap(({ open }, at) => {
    const words = (open?.words ?? []).join(',')
    if (words === '' || words.length > 255 || open?.words?.some((word) => word.includes(','))) return []
    const place = `${columnName(at + 1)}${first}:${columnName(at + 1)}${last}`
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="${strict ? 1 : 0}" sqref="${place}"><formula1>"${attribute(words)}"</formula1></dataValidation>`
  })
  return lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
}

function writeFoot(sink: ByteSink, { columns, totals, head = [], foot = [], protected: guarded, toFillIn }: XlsxOptions, rows: number, last: boolean): void {
  const bold = columns.map(({ kind }) => cellWriter(kind, true))
  if (totals && last) writeRow(sink, bold, totals)
  if (last)
    for (const row of foot)
      writeRow(
        sink,
        row.map(() => cellWriter('text')),
        row,
      )
  // The filter ends above the totals, which must not be sorted in among the rows; subtotals must not either.
  const filter = head.length > 0 ? '' : `<autoFilter ref="A1:${columnName(columns.length)}${rows + 1}"/>`
  const paper = head.length > 0 ? '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>' : ''
  const protection = guarded ? '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0" autoFilter="0"/>' : ''
  const end = guarded ? Math.max(rows, 1) + head.length + 1 : LAST_ROW
  const choices = toFillIn ? choicesOf({ columns, protected: guarded ?? false }, head.length + 2, end) : ''
  sink.string(`</sheetData>${protection}${filter}${choices}${paper}</worksheet>`)
}

/** 1 → A, 27 → AA. */
function columnName(number: number): string {
  let name = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

/** A name that spreadsheet programs take: 31 characters, none of []:*?/\, no quote at an end; numbered from the second sheet on. */
function sheetName(wanted: string, index: number): string {
  const number = index === 0 ? '' : ` (${index + 1})`
  const clean = wanted
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31 - number.length)
    .replace(/^[\s']+|[\s']+$/g, '')
  return (clean || 'Sheet') + number
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function workbookXml(names: string[]): string {
  const sheets = names.map((name, at) => `<sheet name="${attribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${sheets}</sheets></workbook>`
}

function workbookRels(sheets: number): string {
  const rels = Array.from({ length: sheets }, (_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`)
  const styles = `<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${rels.join('')}${styles}</Relationships>`
}
