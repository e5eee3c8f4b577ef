/** The thread that makes PDFs: gets one document, sends its bytes back, and ends. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake, { type Content, type TableCell } from 'pdfmake'
import { fill } from '#kernel/language.ts'
import type { ReportDocument } from '#kernel/report.ts'
import { pageStarts } from './pages.ts'
import type { PdfJob } from './pdf.ts'

type Definition = Parameters<typeof pdfmake.createPdf>[0]

const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')
const BORDER = '#9a9a94'
const HEAD = '#eef0f3'
const GROUP = '#f7f7f4'
/** Points: A4 less the margins. */
const MARGIN = 28
const WIDTH = { landscape: 842, portrait: 595 } as const
const HEIGHT = { landscape: 595, portrait: 842 } as const
/** Below the text: the foot of every page. */
const FOOT = MARGIN + 8
/** The head of the table on a further page: three lines of words at most. */
const HEAD_ROOM = 36
/** A page higher than any report. */
const ENDLESS = 1_000_000
const LINE = 0.5
const NUMBER_WIDTH = 24
const PADDING = 3
const SIZE = 7.5

type Row = TableCell[]

/** pdfmake writes into what it lays out, so that rows are made anew for each time. */
const headRow = (columns: ReportDocument['columns'], numberHeader: string): Row =>
  [numberHeader, ...columns.map(({ header }) => header)].map((text) => ({ text, bold: true, alignment: 'center', fillColor: HEAD }))

/** A row for each line, whose first cell has the number of the line as its id. */
function bodyOf({ columns, lines }: ReportDocument): Row[] {
  return lines.map(({ level, name, cells }, at): Row => {
    const id = String(at)
    // The name of a group or a total stands over the columns before its first sum.
    const sum = cells.findIndex((text, column) => text !== '' && columns[column]?.align === 'right')
    const named = sum === -1 ? cells.length : sum
    const shown = cells.map((text, column): TableCell => ({ text, alignment: columns[column]?.align ?? 'left' }))
    if (level === 0) return [{ id, text: name, alignment: 'right' }, ...shown]
    const style = { bold: true, fillColor: level === -1 ? HEAD : GROUP }
    const label = { id, text: name, colSpan: named + 1, margin: [level > 0 ? (level - 1) * 8 : 0, 0, 0, 0] as [number, number, number, number], ...style }
    return [label, ...cells.map((text, column): TableCell => (column < named ? {} : { text, alignment: 'right', ...style }))]
  })
}

function tableOf({ columns, orientation, scale = 1 }: ReportDocument, head: Row, body: readonly Row[], further: boolean): Content {
  const room = WIDTH[orientation] - 2 * MARGIN - NUMBER_WIDTH - (columns.length + 1) * 2 * PADDING - columns.length - 2
  const weights = columns.reduce((sum, { weight }) => sum + weight, 0)
  return {
    ...(further ? { pageBreak: 'before' as const } : {}),
    fontSize: SIZE * scale,
    table: { headerRows: 1, dontBreakRows: true, widths: [NUMBER_WIDTH, ...columns.map(({ weight }) => (room * weight) / weights)], body: [head, ...body] },
    layout: {
      hLineWidth: () => LINE,
      vLineWidth: () => LINE,
      hLineColor: () => BORDER,
      vLineColor: () => BORDER,
      paddingLeft: () => PADDING,
      paddingRight: () => PADDING,
      paddingTop: () => 2,
      paddingBottom: () => 2,
    },
  }
}

/** What stands above the table. */
function headOf({ issuer, form, title, head: [period = '', ...rest] }: ReportDocument): Content[] {
  return [
    {
      columns: [
        { stack: issuer.map((text, at) => ({ text, bold: at === issuer.length - 1 })), alignment: 'center', width: 'auto' },
        { text: form, alignment: 'right' },
      ],
      fontSize: 8.5,
      margin: [0, 0, 0, 10],
    },
    { text: title.toLocaleUpperCase('vi'), bold: true, fontSize: 13, alignment: 'center' },
    { text: period, alignment: 'center', margin: [0, 2, 0, 6], fontSize: 9 },
    ...rest.map((text) => ({ text, margin: [0, 0, 0, 2] as [number, number, number, number] })),
    { text: '', margin: [0, 0, 0, 4] },
  ]
}

/** What stands below it: the total in words, and the signatures, which keep together. */
function footOf({ words, place, signatures }: ReportDocument): Content[] {
  return [
    ...(words ? [{ text: words, italics: true, margin: [0, 6, 0, 0] as [number, number, number, number], fontSize: 8.5 }] : []),
    {
      unbreakable: true,
      margin: [0, 14, 0, 60],
      stack: [
        { text: place, alignment: 'right', italics: true, fontSize: 8.5, margin: [0, 0, 24, 4] },
        {
          columns: signatures.map(({ role, hint }) => ({
            stack: [
              { text: role, bold: true, fontSize: 9 },
              { text: hint, italics: true },
            ],
            alignment: 'center' as const,
          })),
        },
      ],
    },
  ]
}

const BASE = { info: {}, defaultStyle: { font: 'Roboto', fontSize: SIZE } }

/** How high each line is, what stands below the last one, and where the first begins: laid out on one page without an end. */
async function measure(document: ReportDocument, head: Row): Promise<{ start: number; heights: number[]; below: number }> {
  const tops: number[] = []
  const body = bodyOf(document)
  const end: Row = head.map((_, at) => (at === 0 ? { id: String(body.length), text: '.' } : ''))
  // Told of every place once all are known: what would follow is the drawing, which takes as long again.
  const known = Symbol('known')
  const drawing = pdfmake.createPdf({
    ...BASE,
    pageSize: { width: WIDTH[document.orientation], height: ENDLESS },
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN],
    content: [...headOf(document), tableOf(document, head, [...body, end], false), ...footOf(document), { id: String(body.length + 1), text: '.' }],
    pageBreakBefore: ({ id, startPosition }) => {
      if (id !== undefined) tops[Number(id)] = startPosition.top
      if (tops.length > body.length + 1) throw known
      return false
    },
  })
  await drawing.getBuffer().catch((reason: unknown) => {
    if (reason !== known) throw reason
  })
  const [below = 0, ...heights] = [body.length, ...body.keys()].map((at) => (tops[at + 1] ?? 0) - (tops[at] ?? 0))
  return { start: tops[0] ?? 0, heights, below }
}

async function definitionOf({ document, texts }: PdfJob): Promise<Definition> {
  const head = () => headRow(document.columns, texts.number)
  const { start, heights, below } = await measure(document, head())
  const room = HEIGHT[document.orientation] - MARGIN - FOOT
  const body = bodyOf(document)
  const firsts = pageStarts(document.lines, heights, { first: room - start, further: room - MARGIN - HEAD_ROOM, below })
  return {
    ...BASE,
    pageSize: 'A4',
    pageOrientation: document.orientation,
    pageMargins: [MARGIN, MARGIN, MARGIN, FOOT],
    info: { title: document.title, ...(document.takenAt ? { creationDate: new Date(document.takenAt) } : {}) },
    footer: (page, pages) => ({
      columns: [
        { text: document.taken, width: '*' },
        { text: fill(texts.page, { page, pages }), alignment: 'right', width: 'auto', noWrap: true },
      ],
      margin: [MARGIN, 8, MARGIN, 0],
      fontSize: 7.5,
    }),
    content: [...headOf(document), ...firsts.map((from, at) => tableOf(document, head(), body.slice(from, firsts[at + 1]), at > 0)), ...footOf(document)],
  }
}

async function main(): Promise<void> {
  // Nothing but the fonts is read, and nothing is fetched.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(FONTS))
  const font = (name: string) => join(FONTS, `Roboto-${name}.ttf`)
  pdfmake.setFonts({ Roboto: { normal: font('Regular'), bold: font('Medium'), italics: font('Italic'), bolditalics: font('MediumItalic') } })
  const buffer = await pdfmake.createPdf(await definitionOf(workerData as PdfJob)).getBuffer()
  const bytes = new Uint8Array(buffer)
  parentPort?.postMessage(bytes, [bytes.buffer])
}

await main()
