/**
 * Switching between 20 open tabs (10 lists, 10 details of transactions) in Chromium, by the browser's own performance marks: from the press on
 * a tab until the frame with its page has been painted. The first look at a page, which fetches its data, is not counted.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { DEMO_PASSWORD, demoOtp } from '#core/iam/contract/demo.ts'
import { type BenchResult, median } from './result.ts'

const TABS = 20
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const ACCOUNT = 'ketoan'
const LIST = '/pp-qr/quanlygiaodich/danhsachgiaodich'
const START_MS = 300_000

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** The whole product with a small demo world, the portal built where it is stale. */
async function startPortal(port: number, folder: string): Promise<ChildProcess> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, DEMO: '1', DEMO_SCALE: 'small', DEMO_LIVE: '0', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], { cwd: join(import.meta.dirname, '..'), env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const end = Date.now() + START_MS; Date.now() < end; await delay(500)) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    const answer = await fetch(`http://localhost:${port}/api/health`).catch(() => undefined)
    if (answer?.ok) return child
  }
  child.kill('SIGTERM')
  throw new Error('the server did not start')
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function signIn(page: Page, base: string): Promise<void> {
  const { data } = (await (await page.request.get(`${base}/api${demoOtp.path}?account=${ACCOUNT}`)).json()) as { data: { otp: string } }
  await page.goto(base)
  await page.getByLabel('Tài khoản', { exact: true }).fill(ACCOUNT)
  await page.getByLabel('Mật khẩu', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByLabel('Mã OTP').fill(data.otp)
  await page.getByLabel('Ứng dụng', { exact: true }).selectOption('PP_QR')
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
  await page.getByRole('tablist').waitFor()
}

/** Twenty pages side by side, each looked at once. */
async function openTabs(page: Page, base: string): Promise<void> {
  await page.goto(base + LIST)
  const links = page.getByRole('tabpanel').locator('tbody tr[data-row-key] a')
  await links.first().waitFor()
  const details = (await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))).slice(0, TABS / 2)
  const addresses = [...details, ...Array.from({ length: TABS - details.length }, (_, at) => `${LIST}?_at=${at}`)]
  const tabs = addresses.map((address, at) => ({ id: `t${at}`, key: address, address }))
  await page.evaluate(`sessionStorage.setItem('tabs:PP_QR:${ACCOUNT}', ${JSON.stringify(JSON.stringify({ tabs, activeId: 't0' }))})`)
  await page.goto(base)
  const open = page.getByRole('tablist').getByRole('tab')
  await open.nth(TABS - 1).waitFor()
  for (let at = 0; at < TABS; at++) {
    await open.nth(at).click()
    await page.getByRole('tabpanel').locator('tbody tr[data-row-key], article').first().waitFor()
  }
  // The stream of events keeps the network busy for ever: quiet is what the page itself says.
  await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 10000 }))')
}

/** In the page: milliseconds of each switch, every tab once a round. A text, as Node knows nothing of pages. */
const switches = (rounds: number) => `(async () => {
  // A frame is painted after its callbacks: a message sent from one arrives behind the paint.
  const painted = () => new Promise((done) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done()
      port2.postMessage(null)
    })
  })
  for (let round = 0; round < ${rounds}; round++) {
    for (const tab of document.querySelectorAll('[role=tab]')) {
      await painted()
      performance.mark('tab-pressed')
      tab.click()
      await painted()
      performance.measure('tab-switch', 'tab-pressed')
    }
  }
  return performance.getEntriesByName('tab-switch').map((entry) => entry.duration)
})()`

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'buutram-bench-shell-'))
  const port = await freePort()
  const server = await startPortal(port, folder)
  try {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    })
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'vi-VN' })
      const base = `http://localhost:${port}`
      await signIn(page, base)
      await openTabs(page, base)
      const taken = (await page.evaluate<number[]>(switches(ROUNDS))).sort((a, b) => a - b)
      const p95 = taken[Math.floor(taken.length * 0.95)] ?? Number.NaN
      console.log(`${taken.length} switches: median ${median(taken).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, slowest ${taken.at(-1)?.toFixed(1)} ms`)
      return [
        { name: `switch between ${TABS} tabs, median`, figure: median(taken), target: 50, better: 'lower', unit: 'ms' },
        { name: `switch between ${TABS} tabs, 95 of 100`, figure: p95, target: 50, better: 'lower', unit: 'ms' },
      ]
    } finally {
      await browser.close()
    }
  } finally {
    await stopped(server)
    rmSync(folder, { recursive: true, force: true })
  }
}
