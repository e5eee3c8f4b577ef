/** The thread that makes PDFs: gets one document, sends its bytes back, and ends. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake, { type Content, type TableCell } from 'pdfmake'
import { fill } from '#kernel/language.ts'
import type { ReportDocument } from '#kernel/report.ts'
import type { PdfJob } from './pdf.ts'

type Definition = Parameters<typeof pdfmake.createPdf>[0]

const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')
const BORDER = '#9a9a94'
const HEAD = '#eef0f3'
const GROUP = '#f7f7f4'
/** Points: A4 less the margins. */
const MARGIN = 28
const WIDTH = { landscape: 842, portrait: 595 } as const
const NUMBER_WIDTH = 24
const PADDING = 3

function tableOf({ columns, lines, orientation }: ReportDocument, numberHeader: string): Content {
  const room = WIDTH[orientation] - 2 * MARGIN - NUMBER_WIDTH - (columns.length + 1) * 2 * PADDING - columns.length - 2
  const weights = columns.reduce((sum, { weight }) => sum + weight, 0)
  const header: TableCell[] = [numberHeader, ...columns.map(({ header }) => header)].map((text) => ({ text, bold: true, alignment: 'center', fillColor: HEAD }))
  // A group's name stands over the columns before the first sum.
  const named = columns.findIndex(({ align }) => align === 'right')
  const body = lines.map(({ level, name, cells }): TableCell[] => {
    const shown = cells.map((text, at): TableCell => ({ text, alignment: columns[at]?.align ?? 'left' }))
    if (level === 0) return [{ text: name, alignment: 'right' }, ...shown]
    const style = { bold: true, fillColor: level === -1 ? HEAD : GROUP }
    const label = { text: name, colSpan: named + 1, margin: [level > 0 ? (level - 1) * 8 : 0, 0, 0, 0] as [number, number, number, number], ...style }
    return [label, ...cells.map((text, at): TableCell => (at < named ? {} : { text, alignment: 'right', ...style }))]
  })
  return {
    table: { headerRows: 1, dontBreakRows: true, widths: [NUMBER_WIDTH, ...columns.map(({ weight }) => (room * weight) / weights)], body: [header, ...body] },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0.5,
      hLineColor: () => BORDER,
      vLineColor: () => BORDER,
      paddingLeft: () => PADDING,
      paddingRight: () => PADDING,
      paddingTop: () => 2,
      paddingBottom: () => 2,
    },
  }
}

function definitionOf({ document, texts }: PdfJob): Definition {
  const [period = '', ...rest] = document.head
  return {
    pageSize: 'A4',
    pageOrientation: document.orientation,
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN + 8],
    info: { title: document.title },
    defaultStyle: { font: 'Roboto', fontSize: 7.5 },
    footer: (page, pages) => ({ text: fill(texts.page, { page, pages }), alignment: 'right', margin: [MARGIN, 8, MARGIN, 0], fontSize: 7.5 }),
    content: [
      { text: document.title.toLocaleUpperCase('vi'), bold: true, fontSize: 13, alignment: 'center' },
      { text: period, alignment: 'center', margin: [0, 2, 0, 6], fontSize: 9 },
      ...rest.map((text) => ({ text, margin: [0, 0, 0, 2] as [number, number, number, number] })),
      { text: '', margin: [0, 0, 0, 4] },
      tableOf(document, texts.number),
      ...(document.words ? [{ text: document.words, italics: true, margin: [0, 6, 0, 0] as [number, number, number, number], fontSize: 8.5 }] : []),
      {
        unbreakable: true,
        margin: [0, 14, 0, 60],
        stack: [
          { text: document.place, alignment: 'right', italics: true, fontSize: 8.5, margin: [0, 0, 24, 4] },
          {
            columns: document.signatures.map(({ role, hint }) => ({
              stack: [
                { text: role, bold: true, fontSize: 9 },
                { text: hint, italics: true },
              ],
              alignment: 'center' as const,
            })),
          },
        ],
      },
    ],
  }
}

async function main(): Promise<void> {
  // Nothing but the fonts is read, and nothing is fetched.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(FONTS))
  const font = (name: string) => join(FONTS, `Roboto-${name}.ttf`)
  pdfmake.setFonts({ Roboto: { normal: font('Regular'), bold: font('Medium'), italics: font('Italic'), bolditalics: font('MediumItalic') } })
  const buffer = await pdfmake.createPdf(definitionOf(workerData as PdfJob)).getBuffer()
  const bytes = new Uint8Array(buffer)
  parentPort?.postMessage(bytes, [bytes.buffer])
}

await main()
