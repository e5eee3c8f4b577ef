import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { hasTool, pagesOfPdf, readPng, textOfPdf, zbarRead } from '../../../../../test/qr-pictures.ts'
import { encodeVietQr } from '../../contract/codec/vietqr.ts'
import { qrPng, qrSvg } from './pictures.ts'
import { posterPdf } from './poster.ts'
import type { PosterFile, PosterSpec } from './poster-spec.ts'

const STATIC = encodeVietQr({ kind: 'STATIC', bankBin: '970436', account: 'BT00000000001', service: 'ACCOUNT' })
const DYNAMIC = encodeVietQr({
  ...{ kind: 'DYNAMIC', bankBin: '970418', account: '1234567890123456789', service: 'ACCOUNT', amount: '500000000', memo: 'Thanh toan don hang 00123' },
  ...{ merchantName: 'PHO THIN LO DUC HA NOI VN', city: 'HA NOI', reference: 'ABCDEFGHIJKLMNOPQRSTUVWXY', terminal: 'QUAY SO 1' },
})

const spec = (n: number, payload = STATIC): PosterSpec => ({
  code: `QRC${String(n).padStart(8, '0')}`,
  merchantName: 'Phở Thìn Lò Đúc',
  address: '13 Lò Đúc, phường Hai Bà Trưng, Hà Nội',
  unitName: 'Bưu cục Hai Bà Trưng',
  bankName: 'Vietcombank',
  account: 'BT00000000001',
  accountName: 'BUU TRAM',
  payload,
})
const FILE = { product: 'BƯU TRẠM', title: 'Mã QR' }

async function drawn(specs: PosterSpec[], kind: PosterFile['kind'] = 'POSTER_A6'): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of posterPdf(specs, { kind, ...FILE })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

it.each([STATIC, DYNAMIC])('is read back by a scanner as what was drawn', (payload) => {
  for (const px of [120, 300, 1001]) {
    const png = qrPng(payload, px)
    expect(PNG.sync.read(png)).toMatchObject({ width: px, height: px })
    expect(readPng(png)).toBe(payload)
  }
})

it('draws the same modules as SVG', () => {
  const svg = qrSvg(DYNAMIC)
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const png = new PNG({ width: side * 4, height: side * 4, fill: true })
  png.data.fill(0xff)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row++)
      for (let column = Number(x) * 4; column < (Number(x) + Number(length)) * 4; column++)
        png.data.fill(0, (row * side * 4 + column) * 4, (row * side * 4 + column) * 4 + 3)
  expect(readPng(PNG.sync.write(png))).toBe(DYNAMIC)
})

it('has too few pixels for a code: refused', () => expect(() => qrPng(DYNAMIC, 30)).toThrow(RangeError))

it('draws a page for each poster and a sheet for every eight labels', async () => {
  const specs = Array.from({ length: 120 }, (_, n) => spec(n))
  const pdf = await drawn(specs)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pagesIn(pdf)).toBe(120)
  expect(pagesIn(await drawn(specs.slice(0, 17), 'LABELS_8'))).toBe(3)
})

it('fills a sheet with the labels of one code', async () => {
  const pdf = await drawn([spec(1), spec(2)], 'SHEET_8')
  expect(pagesIn(pdf)).toBe(2)
})

it.skipIf(!hasTool('pdftotext'))('says the last day of a code that ends (needs pdftotext)', async () => {
  for (const kind of ['POSTER_A6', 'SHEET_8'] as const) {
    const said = (of: PosterSpec) => drawn([of], kind).then((pdf) => textOfPdf(pdf).match(/Đến hết ngày 30\/11\/2026/g)?.length ?? 0)
    expect(await said({ ...spec(1), days: 'Đến hết ngày 30/11/2026' })).toBe(kind === 'SHEET_8' ? 8 : 1)
    expect(await said(spec(1))).toBe(0)
  }
})

it('draws names of any length within their place', async () => {
  const long = { ...spec(1), merchantName: 'Công ty trách nhiệm hữu hạn một thành viên '.repeat(6), unitName: 'x'.repeat(200), address: 'Số 1 '.repeat(80) }
  expect(pagesIn(await drawn([long]))).toBe(1)
  expect(pagesIn(await drawn([long], 'LABELS_8'))).toBe(1)
})

it('ends when it is called off, and gives its place to the next', async () => {
  const off = new AbortController()
  let asked = 0
  async function* endless(): AsyncGenerator<PosterSpec> {
    for (;;) {
      if (++asked === 200) off.abort(new Error('called off'))
      yield spec(asked)
    }
  }
  const stream = posterPdf(endless(), { kind: 'POSTER_A6', ...FILE }, 'somebody', off.signal)
  await expect(stream.toArray()).rejects.toThrow('called off')
  expect(asked).toBeLessThan(400)
  expect(await posterPdf([spec(1)], { kind: 'POSTER_A6', ...FILE }, 'somebody').toArray()).not.toEqual([])
})

// A machine without poppler-utils and zbar-tools leaves these out; build machines have both.
it.skipIf(!hasTool('pdftoppm'))('prints posters that a scanner reads (needs pdftoppm)', async () => {
  const pages = pagesOfPdf(await drawn([spec(1), { ...spec(2, DYNAMIC), amount: '500.000.000 đ', memo: 'Thanh toan don hang 00123' }]))
  expect(pages.map(readPng)).toEqual([STATIC, DYNAMIC])
})

it.skipIf(!hasTool('pdftoppm') || !hasTool('zbarimg'))('prints posters and labels that zbar reads (needs pdftoppm, zbarimg)', async () => {
  expect(pagesOfPdf(await drawn([spec(1, DYNAMIC)])).map(zbarRead)).toEqual([[DYNAMIC]])
  const payloads = Array.from({ length: 8 }, (_, n) => encodeVietQr({ kind: 'STATIC', bankBin: '970436', account: `BT${n}`, service: 'ACCOUNT' }))
  const [sheet] = pagesOfPdf(
    await drawn(
      payloads.map((payload, n) => spec(n, payload)),
      'LABELS_8',
    ),
  )
  expect(sheet && zbarRead(sheet).sort()).toEqual(payloads.sort())
})
