import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { TextEncoding } from '../../contract/format.ts'
import { fileErrors } from '../../contract/reading-errors.ts'
import { READING_LIMITS, refuse } from './verdict.ts'

type Encoding = Exclude<TextEncoding, 'AUTO'>

const SAMPLE = 65_536
const CHUNK = 262_144
const LABELS: Record<Encoding, string> = { 'UTF-8': 'utf-8', 'UTF-16LE': 'utf-16le', 'UTF-16BE': 'utf-16be', 'WINDOWS-1258': 'windows-1258' }

/** What a text never holds. The marks around messages of a bank's network (1, 3) and the old end of a file (26) are taken away. */
const MARKS = ['\u0001', '\u0003', '\u001a']
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000\u0002\u0004-\u0008\u000e-\u0019\u001b-\u001f]/

/** The first bytes of a file. */
export async function sampleOf(path: string, bytes = SAMPLE): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function markOf(sample: Buffer): Encoding | undefined {
  if (sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf) return 'UTF-8'
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'UTF-16LE'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'UTF-16BE'
  return undefined
}

/** Digits and ASCII letters in UTF-16 have a zero on one side, always the same one. */
function wideOf(sample: Buffer): Encoding | undefined {
  const zeros = [0, 0]
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd < sample.length / 8) return undefined
  if (even < odd / 8) return 'UTF-16LE'
  return odd < even / 8 ? 'UTF-16BE' : undefined
}

/** The sample may end inside of a character. */
const readsAsUtf8 = (sample: Buffer) => [0, 1, 2, 3].some((cut) => isUtf8(sample.subarray(0, sample.length - cut)))

/**
 * A text in UTF-8 with a few bytes that are none: it was damaged. What looks like characters of several bytes is rare in text of one byte a
 * character, whose letters stand alone or beside ASCII.
 */
function isMostlyUtf8(sample: Buffer): boolean {
  const text = sample.toString('utf8')
  const lost = text.split('\ufffd').length - 1
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is left out
  return text.replace(/[\u0000-\u007f\ufffd]/g, '').length > lost
}

/** The encoding by its mark, its zeros, or what the bytes can be read as. */
export function encodingOf(sample: Buffer): Encoding {
  return markOf(sample) ?? wideOf(sample) ?? (readsAsUtf8(sample) || isMostlyUtf8(sample) ? 'UTF-8' : 'WINDOWS-1258')
}

/** The configured encoding, refused where the file is plainly in another one. */
function agreed(sample: Buffer, configured: TextEncoding): Encoding {
  const found = encodingOf(sample)
  if (configured === 'AUTO') return found
  const wide = found.startsWith('UTF-16') || configured.startsWith('UTF-16')
  const marked = markOf(sample) !== undefined || sample.some((byte) => byte > 127)
  if (found !== configured && (wide || (configured === 'WINDOWS-1258' && marked))) refuse(fileErrors.otherEncoding, { found, encoding: configured })
  return configured
}

/**
 * A text file in pieces, its line ends all '\n', without a byte order mark. Refuses what is no text (RCR-030 to RCR-033), naming line and
 * column of the first character that cannot be read.
 */
export async function* textOf(path: string, configured: TextEncoding): AsyncGenerator<string> {
  const sample = await sampleOf(path)
  if (sample.length === 0) refuse(fileErrors.empty)
  const encoding = agreed(sample, configured)
  const decoder = new TextDecoder(LABELS[encoding])
  const place = new Place()
  let held = ''
  const checked = (piece: string, last: boolean): string => {
    let text = held + piece
    // A line end may be cut in two.
    held = !last && text.endsWith('\r') ? '\r' : ''
    if (held) text = text.slice(0, -1)
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
    const lost = text.indexOf('\ufffd')
    if (lost >= 0) refuse(fileErrors.encoding, { ...place.of(text, lost), encoding })
    const control = CONTROL.exec(text)
    if (control) refuse(fileErrors.notText, place.of(text, control.index))
    place.pass(text)
    for (const mark of MARKS) if (text.includes(mark)) text = text.replaceAll(mark, '')
    return text
  }
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK })) yield checked(decoder.decode(bytes as Buffer, { stream: true }), false)
  yield checked(decoder.decode(), true)
}

/** Line and column of characters of a text that comes in pieces. */
class Place {
  #row = 1
  #column = 0

  pass(text: string): void {
    let at = text.indexOf('\n')
    let last = -1
    for (; at >= 0; at = text.indexOf('\n', at + 1)) {
      this.#row++
      last = at
    }
    this.#column = last < 0 ? this.#column + text.length : text.length - last - 1
  }

  of(text: string, at: number): { row: number; column: number } {
    const before = new Place()
    before.#row = this.#row
    before.#column = this.#column
    before.pass(text.slice(0, at))
    return { row: before.#row, column: before.#column + 1 }
  }
}

export interface TextLine {
  row: number
  text: string
  /** The file ended without a line end. */
  unended?: true
}

/** The lines of a text file with their numbers, many at a time. A line that never ends is refused. */
export async function* linesOf(path: string, encoding: TextEncoding): AsyncGenerator<TextLine[]> {
  let rest = ''
  let row = 0
  for await (const piece of textOf(path, encoding)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    requireLine(rest, row + lines.length + 1)
    yield lines.map((text) => ({ row: ++row, text: requireLine(text, row) }))
  }
  if (rest) yield [{ row: row + 1, text: rest, unended: true }]
}

function requireLine(text: string, row: number): string {
  if (text.length > READING_LIMITS.line) refuse(fileErrors.lineTooLong, { row, max: READING_LIMITS.line })
  return text
}
