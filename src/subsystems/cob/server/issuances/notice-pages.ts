import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import PDFDocument from 'pdfkit'

type Pdf = InstanceType<typeof PDFDocument>

const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')
const NORMAL = 'normal'
const BOLD = 'bold'
const MM = 72 / 25.4
const A4 = { width: 210 * MM, height: 297 * MM }
/** Notices of a sheet, below each other: it is cut in three. */
const ON_SHEET = 3
const INK = '#1f1f1f'
const FAINT = '#595959'
const RULE = '#bfbfbf'

/** What one notice says, in the words of its reader. */
export interface Notice {
  /** The unit that collects, below the one it belongs to. */
  issuer: string[]
  title: string
  /** 'Số: NT2611-00001-0001' */
  number: string
  /** Label and value, a line each. */
  facts: readonly (readonly [label: string, value: string])[]
  amount: readonly [label: string, value: string]
  inWords: string
  foot: string
  signatures: readonly string[]
}

export interface NoticeFile {
  product: string
  title: string
}

/** Notices as a PDF, three on a sheet of A4. */
export class NoticePages {
  readonly pdf: Pdf
  #drawn = 0

  constructor({ product, title }: NoticeFile) {
    this.pdf = new PDFDocument({ autoFirstPage: false, bufferPages: false, info: { Title: title, Creator: product } })
    this.pdf.registerFont(NORMAL, join(FONTS, 'Roboto-Regular.ttf'))
    this.pdf.registerFont(BOLD, join(FONTS, 'Roboto-Medium.ttf'))
  }

  add(notice: Notice): void {
    const place = this.#drawn++ % ON_SHEET
    if (place === 0) this.pdf.addPage({ size: [A4.width, A4.height], margin: 0 })
    this.#notice(notice, (place * A4.height) / ON_SHEET)
  }

  #notice({ issuer, title, number, facts, amount, inWords, foot, signatures }: Notice, top: number): void {
    const { pdf } = this
    const left = 14 * MM
    const width = A4.width - 2 * left
    if (top > 0) pdf.moveTo(0, top).lineTo(A4.width, top).dash(3, { space: 3 }).lineWidth(0.4).stroke(RULE).undash()
    let y = top + 7 * MM
    for (const [at, name] of issuer.entries())
      y += this.#line(name, { x: left, y, width: width * 0.6, size: 8, font: at === issuer.length - 1 ? BOLD : NORMAL })
    this.#line(number, { x: left + width * 0.6, y: top + 7 * MM, width: width * 0.4, size: 9, align: 'right' })
    y = Math.max(y, top + 15 * MM) + 1 * MM
    y += this.#line(title, { x: left, y, width, size: 14, font: BOLD, align: 'center' }) + 2 * MM
    const label = 34 * MM
    for (const [name, value] of facts) {
      this.#line(name, { x: left, y, width: label, size: 9, colour: FAINT })
      y += this.#line(value, { x: left + label, y, width: width - label, size: 9.5, lines: 2 }) + 0.7 * MM
    }
    this.#line(amount[0], { x: left, y: y + 1, width: label, size: 9, colour: FAINT })
    y += this.#line(amount[1], { x: left + label, y, width: width - label, size: 13, font: BOLD })
    y += this.#line(inWords, { x: left + label, y, width: width - label, size: 9, lines: 2 }) + 1.5 * MM
    this.#line(foot, { x: left, y, width, size: 8, colour: FAINT, lines: 2 })
    const column = width / signatures.length
    for (const [at, role] of signatures.entries())
      this.#line(role, { x: left + at * column, y: top + A4.height / ON_SHEET - 24 * MM, width: column, size: 9, font: BOLD, align: 'center' })
  }

  /** Text in a width, cut with an ellipsis where it needs more lines. Answers its height. */
  #line(text: string, { x, y, width, size, font = NORMAL, colour = INK, align = 'left', lines = 1 }: Style): number {
    const { pdf } = this
    pdf.font(font).fontSize(size).fillColor(colour)
    const line = pdf.currentLineHeight(true)
    if (text === '') return line
    pdf.text(text, x, y, { width, height: lines * line, align, ellipsis: true, lineBreak: true })
    return Math.max(pdf.y - y, line)
  }
}

interface Style {
  x: number
  y: number
  width: number
  size: number
  font?: string
  colour?: string
  align?: 'left' | 'center' | 'right'
  lines?: number
}
