/**
 * The kit's table with 100,000 rows in a real browser: frames a second while it scrolls fast, against frames
 * a second of the same page at rest, in turns (a busy machine slows both). And how long a jump to the far end takes to show rows.
 */
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { ownTime } from './browser/own-time.ts'
import { startChromium } from './browser/portal.ts'
import { type BenchResult, median } from './result.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
/** Pixels a frame: 360 rows a second, faster than anybody turns a wheel for long. */
const STEP = 240
const SECONDS = Number(process.env.SECONDS ?? 2)
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

interface Frames {
  perSecond: number
  /** Share of the frames that came in time. */
  inTime: number
  /** Share of the frames in whose middle no row stood. */
  blank: number
}

/** What bench/table/main.tsx offers to be measured. */
const frames = (page: Page, step: number) => page.evaluate<Frames>(`bench.frames(${step}, ${SECONDS})`)
const jump = (page: Page) => page.evaluate<number>('bench.jump()')

async function measure(page: Page): Promise<BenchResult[]> {
  const worked = await ownTime(page)
  const own: number[] = []
  const rest: number[] = []
  const moving: number[] = []
  const inTime: number[] = []
  const jumps: number[] = []
  let blank = 0
  for (let round = 0; round < ROUNDS; round++) {
    rest.push((await frames(page, 0)).perSecond)
    const before = await worked()
    const scrolled = await frames(page, STEP)
    own.push((((await worked()) - before) * 1_000) / (scrolled.perSecond * SECONDS))
    moving.push(scrolled.perSecond)
    inTime.push(scrolled.inTime)
    blank = Math.max(blank, scrolled.blank)
    jumps.push(await jump(page))
  }
  const drawn = await page.locator('tbody tr').count()
  console.log(
    `at rest ${median(rest).toFixed(1)} frames/s, scrolling ${median(moving).toFixed(1)} frames/s, in time ${(median(inTime) * 100).toFixed(0)} %, rows drawn ${drawn}`,
  )
  return [
    { name: 'table of 100,000 rows: frames scrolling to frames at rest', figure: median(moving) / median(rest), target: 0.95, better: 'higher', unit: 'ratio' },
    { name: 'main thread’s own time a frame while scrolling', figure: median(own), target: 16, better: 'lower', unit: 'ms' },
    { name: 'frames a second while scrolling', figure: median(moving), target: 57, better: 'higher', unit: 'frames/s' },
    { name: 'frames with no row in the middle', figure: blank, target: 0.05, better: 'lower', unit: 'ratio' },
    { name: 'jump to the last row', figure: median(jumps), target: 100, better: 'lower', unit: 'ms' },
    { name: 'rows drawn at a time', figure: drawn, target: 100, better: 'lower', unit: 'rows' },
  ]
}

export async function run(): Promise<BenchResult[]> {
  const outDir = join(tmpdir(), `buutram-table-${process.pid}`)
  const root = join(import.meta.dirname, 'table')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 2_000 },
  })
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : String(request.url)
    try {
      const body = readFileSync(join(outDir, path))
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  const browser = await startChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.locator('tbody tr').first().waitFor()
    return await measure(page)
  } finally {
    await browser.close()
    server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}
