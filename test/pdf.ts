import { inflateSync } from 'node:zlib'

/** What a PDF of pdfmake says, page by page, line by line from the top. */
export function pagesOf(pdf: Buffer): string[][] {
  const objects = objectsOf(pdf)
  return [...objects.values()].filter(({ text }) => /\/Type \/Page\b/.test(text)).map(({ text }) => linesOf(text, objects))
}

interface PdfObject {
  text: string
  stream: string
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const all = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const { 1: id = '', index } of all.matchAll(/^(\d+) 0 obj\b/gm)) {
    const end = all.indexOf('endobj', index)
    const begun = all.indexOf('stream\n', index)
    const text = all.slice(index, begun >= 0 && begun < end ? begun : end)
    const length = Number(/\/Length (\d+)/.exec(text)?.[1])
    const bytes = begun >= 0 && begun < end && /FlateDecode/.test(text) ? pdf.subarray(begun + 7, begun + 7 + length) : undefined
    objects.set(id, { text, stream: bytes ? inflateSync(bytes).toString('latin1') : '' })
  }
  return objects
}

/** The letters of a font's glyphs. */
function lettersOf(font: PdfObject, objects: ReadonlyMap<string, PdfObject>): string[] {
  const map = objects.get(/\/ToUnicode (\d+)/.exec(font.text)?.[1] ?? '')?.stream ?? ''
  const letters: string[] = []
  for (const [, from = '0', , list = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    for (const [at, { 1: hex = '' }] of [...list.matchAll(/<([0-9a-f]+)>/gi)].entries())
      letters[Number.parseInt(from, 16) + at] = Buffer.from(hex, 'hex').swap16().toString('utf16le')
  }
  return letters
}

interface Word {
  x: number
  y: number
  text: string
}

function linesOf(page: string, objects: ReadonlyMap<string, PdfObject>): string[] {
  const resources = objects.get(/\/Resources (\d+)/.exec(page)?.[1] ?? '')?.text ?? page
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, lettersOf(objects.get(id) as PdfObject, objects)]),
  )
  const content = objects.get(/\/Contents (\d+)/.exec(page)?.[1] ?? '')?.stream ?? ''
  const words: Word[] = []
  for (const { 1: block = '' } of content.matchAll(/\bBT\n([\s\S]*?)\bET\b/g)) {
    const [, x = '0', y = '0'] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? []
    const letters = fonts.get(/\/(F\d+) /.exec(block)?.[1] ?? '') ?? []
    const glyphs = [...block.matchAll(/<([0-9a-f]+)>/gi)].flatMap(({ 1: hex = '' }) => hex.match(/.{4}/g) ?? [])
    words.push({ x: Number(x), y: Math.round(Number(y)), text: glyphs.map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '?').join('') })
  }
  const lines = Map.groupBy(words, ({ y }) => y)
  return [...lines]
    .sort(([one], [other]) => other - one)
    .map(([, line]) =>
      line
        .sort((one, other) => one.x - other.x)
        .map(({ text }) => text)
        .join(''),
    )
}
