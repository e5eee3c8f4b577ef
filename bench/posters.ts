/**
 * Codes decoded by V8, which browsers run as well. 1,000 posters as one PDF, read as fast as they are drawn, and the memory of the process with its drawing thread: what it grows by between the
 * 200th poster and the 2,000th must not follow from their number.
 */
import { decodeVietQr, encodeVietQr } from '#core/vietqr/contract/codec/vietqr.ts'
import { posterPdf } from '#core/vietqr/server/pictures/poster.ts'
import type { PosterSpec } from '#core/vietqr/server/pictures/poster-spec.ts'
import type { BenchResult } from './result.ts'

const POSTERS = 1_000
const MB = 1_048_576

function* posters(count: number, each: (n: number) => void = () => {}): Generator<PosterSpec> {
  for (let n = 0; n < count; n++) {
    each(n)
    const account = `BT${String(n).padStart(11, '0')}`
    yield {
      code: `QRC${String(n).padStart(8, '0')}`,
      merchantName: `Cửa hàng tạp hoá Đặng Thị Ánh ${n}`,
      address: `Số ${n} đường Lý Thường Kiệt, phường Cửa Nam, Hà Nội`,
      unitName: `Bưu cục Cửa Nam ${n % 40}`,
      bankName: 'Vietcombank',
      account,
      accountName: 'TONG CONG TY BUU DIEN',
      payload: encodeVietQr({ kind: 'STATIC', bankBin: '970436', account, service: 'ACCOUNT' }),
    }
  }
}

async function sizeOf(specs: Iterable<PosterSpec>): Promise<number> {
  let bytes = 0
  for await (const chunk of posterPdf(specs, { kind: 'POSTER_A6', product: 'BƯU TRẠM', title: 'Mã QR' })) bytes += (chunk as Buffer).length
  return bytes
}

/** What 99 of 100 people wait for at most who paste a code. */
function decodeTime(): number {
  const times = [...posters(2_000)].map(({ payload }) => {
    const start = performance.now()
    decodeVietQr(payload)
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

export async function run(): Promise<BenchResult[]> {
  const decode = decodeTime()
  await sizeOf(posters(20))
  const start = performance.now()
  const bytes = await sizeOf(posters(POSTERS))
  const seconds = (performance.now() - start) / 1000
  let early = 0
  let late = 0
  await sizeOf(
    posters(2 * POSTERS, (n) => {
      const rss = process.memoryUsage().rss
      if (n < 200) early = Math.max(early, rss)
      late = Math.max(late, rss)
    }),
  )
  console.log(`${POSTERS} posters: ${(bytes / MB).toFixed(1)} MB, at most ${Math.round(late / MB)} MB of memory`)
  return [
    { name: 'a code decoded, 99 of 100', figure: decode, target: 5, better: 'lower', unit: 'ms' },
    { name: `${POSTERS} posters as one PDF`, figure: seconds, target: 20, better: 'lower', unit: 's' },
    { name: 'memory grows while ten times as many are drawn', figure: (late - early) / MB, target: 64, better: 'lower', unit: 'MB' },
  ]
}
