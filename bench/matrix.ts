/**
 * The matrix of 200 roles and 1,000 permissions in a real browser: frames a second while it scrolls in both directions, against frames a
 * second at rest, in turns.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { ownTime } from './browser/own-time.ts'
import { signIn, withPortal } from './browser/portal.ts'
import { type BenchResult, median } from './result.ts'

const ROLES = 200
const PERMISSIONS = 1_000
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 2)
const MATRIX = '/user-permission/permission-management/permissionByRoles'

/** Roles and permissions beside those of the product, a tenth of the boxes ticked; the administrator holds them all. */
async function fill(dataDir: string): Promise<void> {
  const [, , , port, socket, address] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
  const client = new pg.Client({ host: socket || address || 'localhost', port: Number(port), user: 'buutram', database: 'buutram', password })
  await client.connect()
  try {
    await client.query(`
      insert into iam.role (code, name) select 'BENCH_' || n, 'Vai trò đo tải số ' || n from generate_series(1, ${ROLES}) n;
      insert into iam.permission (uri, application, action, title_vi, title_en)
        select 'pp-qr/bench/screen-' || n / 5 || '/do-' || n, 'PP_QR', 'do-' || n, 'Màn hình ' || n / 5, 'Screen ' || n / 5
        from generate_series(1, ${PERMISSIONS}) n;
      insert into iam.role_permission (role_id, permission_id)
        select r.id, p.id from iam.role r, iam.permission p
        where p.uri like 'pp-qr/bench/%' and (r.code = 'SYSTEM_ADMIN' or (r.code like 'BENCH%' and (r.id * 7 + p.id) % 10 = 0))`)
  } finally {
    await client.end()
  }
}

/** In the page: frames a second while each frame moves the grid on by so many pixels; 0 for at rest. */
const frames = (step: number) => `new Promise((resolve) => {
  const grid = document.querySelector('.sys-matrix')
  const times = []
  const frame = (now) => {
    times.push(now)
    if (${step} > 0) {
      grid.scrollTop = (grid.scrollTop + ${step}) % (grid.scrollHeight - grid.clientHeight)
      grid.scrollLeft = (grid.scrollLeft + ${step} / 2) % (grid.scrollWidth - grid.clientWidth)
    }
    if (now - times[0] < ${SECONDS} * 1000) requestAnimationFrame(frame)
    else resolve(((times.length - 1) / (now - times[0])) * 1000)
  }
  requestAnimationFrame(frame)
})`

async function measure(page: Page): Promise<BenchResult[]> {
  const worked = await ownTime(page)
  const own: number[] = []
  const rest: number[] = []
  const moving: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rest.push(await page.evaluate<number>(frames(0)))
    const before = await worked()
    const scrolled = await page.evaluate<number>(frames(48))
    own.push((((await worked()) - before) * 1_000) / (scrolled * SECONDS))
    moving.push(scrolled)
  }
  console.log(`at rest ${median(rest).toFixed(1)} frames/s, scrolling ${median(moving).toFixed(1)} frames/s`)
  return [
    {
      name: `matrix of ${ROLES} × ${PERMISSIONS}: frames scrolling to frames at rest`,
      figure: median(moving) / median(rest),
      target: 0.95,
      better: 'higher',
      unit: 'ratio',
    },
    { name: 'main thread’s own time a frame while scrolling', figure: median(own), target: 16, better: 'lower', unit: 'ms' },
    { name: 'frames a second while scrolling both ways', figure: median(moving), target: 57, better: 'higher', unit: 'frames/s' },
  ]
}

export const run = (): Promise<BenchResult[]> =>
  withPortal(async ({ page, base, dataDir }) => {
    await fill(dataDir)
    await signIn(page, base, 'admin', 'PP_SYS')
    await page.goto(base + MATRIX)
    await page.locator('.sys-matrix-cell').first().waitFor()
    return await measure(page)
  })
