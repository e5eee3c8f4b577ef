/**
 * Exports end to end (bench/xlsx/end-to-end.ts), and the spreadsheet writer alone: 12 columns as an export of transactions has them, against a bare
 * zlib stream (same level, same chunks) that is handed the finished bytes of the same sheet. Both in turns, several rounds; the median of the
 * rounds' ratios counts. Memory and the turns of the event loop are watched during one long export.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInflateRaw } from 'node:zlib'
import type { SheetColumn, SheetRow } from '#platform/server/spreadsheet/sheet.ts'
import { xlsxStream } from '#platform/server/spreadsheet/xlsx.ts'
import { EntryDeflater } from '#platform/server/spreadsheet/zip.ts'
import { type BenchResult, median } from './result.ts'
import { endToEnd } from './xlsx/end-to-end.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const ROWS = 200_000
const LONG = 500_000
const SAMPLE = 20_000
const CHUNK = 64 * 1024
const LEVEL = 3

const COLUMNS: SheetColumn[] = [
  { header: 'Mã giao dịch', kind: 'text' },
  { header: 'Mã tham chiếu', kind: 'text' },
  { header: 'Thời điểm', kind: 'timestamp' },
  { header: 'Số tiền', kind: 'money' },
  { header: 'Phí', kind: 'money' },
  { header: 'Người trả', kind: 'text' },
  { header: 'Trạng thái', kind: 'text' },
  { header: 'Bưu cục', kind: 'text' },
  { header: 'Ghi chú', kind: 'text' },
  { header: 'Ngày', kind: 'date' },
  { header: 'Số thứ tự', kind: 'integer' },
  { header: 'Đã duyệt', kind: 'bool' },
]

/** A string as the database driver hands it over: read from bytes, in one piece (what is joined in JavaScript is a tree of pieces, slower to read). */
const received = (value: string | null | boolean) => (typeof value === 'string' ? Buffer.from(value).toString() : value)

/** The same rows at every run: a small generator instead of Math.random. */
function sampleRows(): SheetRow[] {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const pick = (list: readonly string[]) => list[random(list.length)] as string
  const two = (value: number) => String(value).padStart(2, '0')
  const family = ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Hoàng', 'Vũ', 'Đặng', 'Bùi']
  const given = ['Ánh', 'Bình', 'Cường', 'Dũng', 'Hà', 'Hương', 'Lan', 'Quân', 'Sơn', 'Yến']
  return Array.from({ length: SAMPLE }, (_, at) => {
    const day = `2026-10-${two(1 + random(28))}`
    return [
      `QR${random(1e9) * 1000 + at}`,
      `EXT-${random(1e9).toString(36)}${at}`,
      `${day}T${two(7 + random(12))}:${two(random(60))}:${two(random(60))}.000+07:00`,
      `${random(1e7)}000.00`,
      `${random(5000)}.50`,
      `${pick(family)} ${pick(['Văn', 'Thị', 'Đức', 'Minh'])} ${pick(given)}`,
      pick(['Thành công', 'Thất bại', 'Đang xử lý']),
      `Bưu cục ${pick(given)} ${random(50)}`,
      random(3) ? null : `Thanh toán đơn hàng ${random(1e6)}`,
      day,
      String(random(1e6)),
      random(2) === 0,
    ].map(received)
  })
}

async function* rowsOf(sample: SheetRow[], count: number): AsyncGenerator<SheetRow> {
  for (let at = 0; at < count; at++) yield sample[at % sample.length] as SheetRow
}

const write = (sample: SheetRow[], count: number) => xlsxStream({ sheetName: 'Giao dịch', columns: COLUMNS, rows: rowsOf(sample, count) })

async function writer(sample: SheetRow[]): Promise<number> {
  const start = performance.now()
  for await (const _ of write(sample, ROWS));
  return (ROWS / (performance.now() - start)) * 1000
}

/** The sheet's own XML, taken out of the written file, in chunks as the writer hands them to zlib. */
async function sheetBytes(sample: SheetRow[]): Promise<Buffer[]> {
  const file: Buffer[] = []
  for await (const chunk of write(sample, ROWS)) file.push(chunk as Buffer)
  const bytes = Buffer.concat(file)
  const name = 'xl/worksheets/sheet1.xml'
  const inflate = createInflateRaw()
  inflate.end(bytes.subarray(bytes.indexOf(name) + name.length))
  const parts: Buffer[] = []
  for await (const part of inflate) parts.push(part as Buffer)
  const xml = Buffer.concat(parts)
  return Array.from({ length: Math.ceil(xml.length / CHUNK) }, (_, at) => xml.subarray(at * CHUNK, (at + 1) * CHUNK))
}

async function bareZlib(chunks: Buffer[]): Promise<number> {
  const start = performance.now()
  const deflater = new EntryDeflater(LEVEL)
  for (const chunk of chunks) {
    await deflater.write(chunk)
    deflater.take()
  }
  await deflater.end()
  return (ROWS / (performance.now() - start)) * 1000
}

async function longExport(sample: SheetRow[]): Promise<{ growth: number; firstByte: number; p99: number }> {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const start = performance.now()
  let firstByte = 0
  let peak = before
  delay.enable()
  for await (const _ of write(sample, LONG)) {
    firstByte ||= performance.now() - start
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  delay.disable()
  return { growth: (peak - before) / 2 ** 20, firstByte, p99: delay.percentile(99) / 1e6 }
}

export async function run(): Promise<BenchResult[]> {
  const sample = sampleRows()
  const { growth, firstByte, p99 } = await longExport(sample)
  const chunks = await sheetBytes(sample)
  const speeds: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await writer(sample)
    const bare = await bareZlib(chunks)
    speeds.push(ours)
    ratios.push(ours / bare)
    console.log(
      `xlsx ${Math.round(ours).toLocaleString('en')} rows/s, bare zlib ${Math.round(bare).toLocaleString('en')} rows/s, ratio ${(ours / bare).toFixed(2)}`,
    )
  }
  return [
    { name: 'xlsx writer : bare zlib of the same bytes', figure: median(ratios), target: 0.6, better: 'higher', unit: 'ratio' },
    { name: 'xlsx writer alone, 12 columns', figure: median(speeds), target: 80_000, better: 'higher', unit: 'rows/s' },
    { name: 'memory growth over 500,000 rows', figure: growth, target: 100, better: 'lower', unit: 'MB' },
    { name: 'first byte', figure: firstByte, target: 1_000, better: 'lower', unit: 'ms' },
    { name: 'event loop held up during the export, p99', figure: p99, target: 20, better: 'lower', unit: 'ms' },
    ...(await endToEnd()),
  ]
}
