import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import PDFDocument from 'pdfkit'
import { darkRuns, matrixOf, QUIET } from './matrix.ts'
import type { PosterFile, PosterSpec } from './poster-spec.ts'

type Pdf = InstanceType<typeof PDFDocument>

const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')
const NORMAL = 'normal'
const BOLD = 'bold'

const MM = 72 / 25.4
const A6 = { width: 105 * MM, height: 148 * MM }
const A4 = { width: 210 * MM, height: 297 * MM }
/** Labels, two beside each other. */
const ON_SHEET = 8
const INK = '#1f1f1f'
const FAINT = '#595959'
const RULE = '#bfbfbf'
/** Two colours that stay apart in black and white. */
const BAND = '#00558f'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A PDF that is written page by page: what a page holds leaves with the page. */
export class PosterPages {
  readonly pdf: Pdf
  readonly #file: PosterFile
  #drawn = 0

  constructor(file: PosterFile) {
    this.#file = file
    this.pdf = new PDFDocument({ autoFirstPage: false, bufferPages: false, info: { Title: file.title, Creator: file.product } })
    this.pdf.registerFont(NORMAL, join(FONTS, 'Roboto-Regular.ttf'))
    this.pdf.registerFont(BOLD, join(FONTS, 'Roboto-Medium.ttf'))
  }

  add(spec: PosterSpec): void {
    if (this.#file.kind === 'POSTER_A6') {
      this.#page(A6)
      this.#poster(spec)
    } else for (let copy = 0; copy < (this.#file.kind === 'SHEET_8' ? ON_SHEET : 1); copy++) this.#nextLabel(spec)
  }

  #nextLabel(spec: PosterSpec): void {
    const place = this.#drawn++ % ON_SHEET
    if (place === 0) this.#page(A4)
    this.#label(spec, { x: ((place % 2) * A4.width) / 2, y: (Math.floor(place / 2) * A4.height) / 4, width: A4.width / 2, height: A4.height / 4 })
  }

  end(): void {
    this.pdf.end()
  }

  #page({ width, height }: { width: number; height: number }): void {
    this.pdf.addPage({ size: [width, height], margin: 0 })
  }

  /** A page of A6: what is scanned in the middle, who is paid above it, where the money goes below. */
  #poster(spec: PosterSpec): void {
    const { pdf } = this
    const margin = 7 * MM
    const box = { x: margin, width: A6.width - 2 * margin }
    pdf.rect(0, 0, A6.width, 13 * MM).fill(BAND)
    this.#line('QUÉT MÃ ĐỂ THANH TOÁN', { ...box, y: 2.6 * MM, size: 12, font: BOLD, colour: '#fff' })
    this.#line('Scan to pay · VietQR · NAPAS 247', { ...box, y: 8 * MM, size: 7.5, colour: '#fff' })
    const place = joined(spec.unitName === spec.merchantName ? '' : spec.unitName, spec.address)
    const named = this.#line(spec.merchantName, { ...box, y: 15.5 * MM, size: 14, font: BOLD, lines: 2 })
    this.#line(place, { ...box, y: 16.5 * MM + named, size: 8, colour: FAINT })
    const side = 72 * MM
    this.#code(spec.payload, { x: (A6.width - side) / 2, y: 29 * MM, width: side, height: side })
    let y = 101.5 * MM
    const below = (text: string, size: number, font = NORMAL, colour = INK) => {
      this.#line(text, { ...box, y, size, font, colour })
      y += size * 1.32
    }
    if (spec.amount) below(spec.amount, 17, BOLD)
    below(spec.account, 14, BOLD)
    below(spec.accountName, 10)
    below(spec.bankName, 10, NORMAL, FAINT)
    if (spec.memo) below(`Nội dung: ${spec.memo}`, 9)
    if (spec.days) below(spec.days, 9)
    pdf
      .moveTo(margin, 139 * MM)
      .lineTo(A6.width - margin, 139 * MM)
      .lineWidth(0.5)
      .stroke(RULE)
    this.#line(joined(this.#file.product, spec.code), { ...box, y: 141 * MM, size: 8, colour: FAINT })
  }

  /** One label: the code on the left, the words on the right. */
  #label(spec: PosterSpec, { x, y, width, height }: Box): void {
    const { pdf } = this
    const gap = 4 * MM
    const side = height - 2 * gap - 8 * MM
    pdf.rect(x, y, width, height).dash(2, { space: 3 }).lineWidth(0.4).stroke(RULE).undash()
    this.#code(spec.payload, { x: x + gap / 2, y: y + gap + 4 * MM, width: side, height: side })
    const words = { x: x + gap / 2 + side + 1 * MM, width: width - side - gap - 2 * MM, align: 'left' as const }
    let at = y + gap + 7 * MM
    const next = (text: string, size: number, font = NORMAL, colour = INK, lines = 1) => {
      if (text) at += this.#line(text, { ...words, y: at, size, font, colour, lines }) + 2
    }
    next('VietQR · NAPAS 247', 7.5, BOLD, BAND)
    next(spec.merchantName, 9.5, BOLD, INK, 2)
    next(spec.unitName === spec.merchantName ? '' : spec.unitName, 7, NORMAL, FAINT, 2)
    next(spec.amount ?? '', 11, BOLD)
    next(spec.account, 9, BOLD)
    next(spec.bankName, 8)
    next(spec.accountName, 7, NORMAL, INK, 2)
    next(spec.memo ?? '', 7, NORMAL, INK, 2)
    next(spec.days ?? '', 7)
    next(spec.code, 7, NORMAL, FAINT)
  }

  /** Text in a width: first smaller, down to two thirds, then cut with an ellipsis. Answers its height. */
  #line(text: string, { x, y, width, size, font = NORMAL, colour = INK, align = 'center', lines = 1 }: Style): number {
    const { pdf } = this
    pdf.font(font).fontSize(size).fillColor(colour)
    const room = width * lines * (lines > 1 ? 0.9 : 1)
    const fitting = Math.max(Math.min(size, (size * room) / (pdf.widthOfString(text) || 1)), (size * 2) / 3)
    pdf.fontSize(fitting)
    const height = lines * pdf.currentLineHeight(true)
    pdf.text(text, x, y, { width, height, align, ellipsis: true, lineBreak: true })
    return Math.max(pdf.y - y, pdf.currentLineHeight(true))
  }

  /** The code with its quiet zone in a square: rectangles, sharp at any size. */
  #code(payload: string, { x, y, width }: Box): void {
    const matrix = matrixOf(payload)
    const unit = width / (matrix.size + 2 * QUIET)
    for (const { row, column, length } of darkRuns(matrix)) this.pdf.rect(x + (column + QUIET) * unit, y + (row + QUIET) * unit, length * unit, unit)
    this.pdf.fill('#000')
  }
}

interface Style {
  x: number
  y: number
  width: number
  size: number
  font?: string
  colour?: string
  align?: 'left' | 'center'
  lines?: number
}

const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ')
