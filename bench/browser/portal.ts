import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { DEMO_PASSWORD, demoOtp } from '#core/iam/contract/sign-in/demo.ts'
import type { SubsystemCode } from '#kernel/applications.ts'

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
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], { cwd: join(import.meta.dirname, '../..'), env, stdio: ['ignore', 'ignore', 'inherit'] })
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

export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
}

/** Does some work in a browser before a portal of its own; `dataDir` is where its database lives. All of it is gone afterwards. */
export async function withPortal<T>(work: (portal: { page: Page; base: string; dataDir: string }) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'buutram-bench-portal-'))
  const port = await freePort()
  const server = await startPortal(port, dataDir)
  try {
    const browser = await startChromium()
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'vi-VN' })
      return await work({ page, base: `http://localhost:${port}`, dataDir })
    } finally {
      await browser.close()
    }
  } finally {
    await stopped(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export async function signIn(page: Page, base: string, account: string, application: SubsystemCode): Promise<void> {
  const { data } = (await (await page.request.get(`${base}/api${demoOtp.path}?account=${account}`)).json()) as { data: { otp: string } }
  await page.goto(base)
  await page.getByLabel('Tài khoản', { exact: true }).fill(account)
  await page.getByLabel('Mật khẩu', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByLabel('Mã OTP').fill(data.otp)
  await page.getByLabel('Ứng dụng', { exact: true }).selectOption(application)
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
  await page.getByRole('tablist').waitFor()
}
