/** Decoding a pasted code in Chromium: the product's decoder as it is built, 5,000 right codes and the same with one character changed. */
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { encodeVietQr } from '#core/vietqr/contract/codec/vietqr.ts'
import { startChromium } from './browser/portal.ts'
import type { decodeAll } from './decode/main.ts'
import { percentile } from './list/client.ts'
import { type BenchResult, median } from './result.ts'

const CODES = 5_000
/** Fresh pages whose first code is timed. */
const PAGES = 15

/** Right codes, of all lengths that there are, each followed by a broken one. */
function texts(): string[] {
  return Array.from({ length: CODES }, (_, n) => {
    const account = String(n * 7919).padStart(6 + (n % 14), '0')
    const right = encodeVietQr(
      n % 2 === 0
        ? { kind: 'STATIC', bankBin: '970436', account, service: 'ACCOUNT' }
        : {
            kind: 'DYNAMIC',
            bankBin: '970436',
            account,
            service: 'ACCOUNT',
            amount: String(1000 + n),
            memo: 'Thanh toan don hang 1'.slice(0, 1 + (n % 21)).trim(),
          },
    )
    const at = (n * 31) % right.length
    return [right, right.slice(0, at) + (right[at] === '7' ? '8' : '7') + right.slice(at + 1)]
  }).flat()
}

async function built(): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2023', lib: { entry: join(import.meta.dirname, 'decode/main.ts'), formats: ['iife'], name: 'bench' } },
  })) as Rolldown.RolldownOutput[]
  return made[0]?.output[0].code ?? ''
}

export async function run(): Promise<BenchResult[]> {
  const browser = await startChromium()
  try {
    const code = await built()
    const decoded = async (codes: string[]) => {
      const page = await browser.newPage()
      await page.addScriptTag({ content: code })
      const answer = await page.evaluate<ReturnType<typeof decodeAll>>(`bench.decodeAll(${JSON.stringify(codes)})`)
      await page.close()
      return answer
    }
    const all = texts()
    const firsts: number[] = []
    for (const one of all.slice(0, PAGES)) firsts.push((await decoded([one])).times[0] ?? Number.NaN)
    const { times, right } = await decoded(all)
    if (right !== CODES) throw new Error(`${right} of ${CODES} right codes were read as such`)
    return [
      { name: 'decoding a pasted code, p99', figure: percentile(times, 0.99), target: 5, better: 'lower', unit: 'ms' },
      { name: 'decoding the first code of a fresh page', figure: median(firsts), target: 5, better: 'lower', unit: 'ms' },
    ]
  } finally {
    await browser.close()
  }
}

if (import.meta.main) console.log(await run())
