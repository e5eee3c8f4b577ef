import { SaxesParser } from 'saxes'
import { AppError } from '#kernel/errors.ts'
import { fileErrors } from '../../contract/reading-errors.ts'
import { refuse } from './verdict.ts'

const DEPTH = 64
/** Characters of one element's text. */
const TEXT = 1_048_576

export interface XmlHandler {
  /** Local name, whatever its prefix. */
  open: (name: string, attributes: Record<string, string>) => void
  close: (name: string, text: string) => void
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Strict XML piece by piece: elements as they open and close, with the text directly inside of them. A document type, an entity beyond the
 * five of XML, or nesting without end refuses the file, naming line and column.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ position: true })
  readonly #texts: string[] = []
  /** Characters since the last tag began: the parser keeps them until it ends. */
  #open = 0

  constructor({ open, close }: XmlHandler) {
    const parser = this.#parser
    const at = () => ({ row: parser.line, column: parser.columnIndex + 1 })
    parser.on('error', (error) => refuse(/entity/i.test(error.message) ? fileErrors.xmlForbidden : fileErrors.xml, at()))
    parser.on('doctype', () => refuse(fileErrors.xmlForbidden, at()))
    parser.on('opentag', (tag) => {
      if (this.#texts.push('') > DEPTH) refuse(fileErrors.xmlDeep, at())
      open(localName(tag.name), tag.attributes as Record<string, string>)
    })
    const add = (text: string) => {
      const deep = this.#texts.length - 1
      if (deep < 0) return
      const whole = (this.#texts[deep] ?? '') + text
      if (whole.length > TEXT) refuse(fileErrors.xmlDeep, at())
      this.#texts[deep] = whole
    }
    parser.on('text', add)
    parser.on('cdata', add)
    parser.on('closetag', (tag) => close(localName(tag.name), this.#texts.pop() ?? ''))
  }

  write(text: string): void {
    if (/<!DOCTYPE|<!ENTITY/i.test(text)) this.#doctype(text)
    const last = text.lastIndexOf('<')
    this.#open = last < 0 ? this.#open + text.length : text.length - last
    if (this.#open > TEXT) refuse(fileErrors.xmlDeep, { row: this.#parser.line, column: this.#parser.columnIndex + 1 })
    this.#parser.write(text)
  }

  end(): void {
    try {
      this.#parser.close()
    } catch (error) {
      // Elements that are open at the end: the file was cut.
      if (error instanceof AppError) refuse(fileErrors.truncated, { row: this.#parser.line, column: this.#parser.columnIndex + 1 })
      throw error
    }
  }

  /** Stands in this piece: refused before a declaration of any length is taken in. */
  #doctype(text: string): never {
    const before = text.slice(0, text.search(/<!DOCTYPE|<!ENTITY/i))
    const lines = before.split('\n')
    const row = this.#parser.line + lines.length - 1
    refuse(fileErrors.xmlForbidden, { row, column: (lines.length > 1 ? 0 : this.#parser.columnIndex) + (lines.at(-1)?.length ?? 0) + 1 })
  }
}
