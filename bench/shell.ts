/**
 * The portal in Chromium, by the browser's own clock. Switching between 20 open tabs (10 lists, 10 details of transactions): from the press on a
 * tab until the frame with its page has been painted; the first look at a page, which fetches its data, is not counted. Eight presses until
 * the first frame that shows what they did. The first rows of a list from the beginning of a page load, with and without the browser's cache.
 */
import type { Browser, Page } from '@playwright/test'
import { commonLabels } from '#kernel/labels.ts'
import { vi as kit } from '#platform/web/labels/kit/vi.ts'
import { vi as qr } from '#subsystems/qr/labels/vi.ts'
import { signIn, withPortal } from './browser/portal.ts'
import { medians, PAINTED, type Press } from './browser/presses.ts'
import { type BenchResult, median } from './result.ts'

const TABS = 20
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const ACCOUNT = 'ketoan'
const LIST = '/pp-qr/quanlygiaodich/danhsachgiaodich'
const REPORT = '/pp-qr/baocaothongke/baocaochitietngay'
const ROLES = '/user-permission/user-management/roles'
const LIST_TITLE = qr.screens.transactions
/** What the tab of a transaction is called by. */
const CODE = /QR\d+/
const AMOUNT = qr.fields.transaction.amount

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
  ${PAINTED}
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

const panel = (page: Page) => page.getByRole('tabpanel')
const tab = (page: Page, name: string | RegExp) => page.getByRole('tablist').getByRole('tab', { name })
const rows = (page: Page) => panel(page).locator('tbody tr[data-row-key]')

/** Brings each tab of a name to the front and closes it. */
async function close(page: Page, name: string | RegExp): Promise<void> {
  while ((await tab(page, name).count()) > 0) {
    await tab(page, name).first().click()
    await tab(page, name).first().press('Delete')
  }
}

const presses: readonly Press[] = [
  {
    name: 'open a list',
    before: (page) => close(page, LIST_TITLE),
    act: (page) => page.getByRole('menuitem', { name: LIST_TITLE, exact: true }).click(),
  },
  { name: 'search', act: (page) => panel(page).getByRole('button', { name: kit.list.search, exact: true }).click() },
  { name: 'next page', act: (page) => panel(page).locator('.ant-pagination-next').click() },
  { name: 'sort', act: (page) => panel(page).getByRole('columnheader', { name: AMOUNT }).getByText(AMOUNT).click() },
  { name: 'open a detail', before: (page) => close(page, CODE), act: (page) => rows(page).first().getByRole('link').first().click() },
  { name: 'switch tab', act: (page) => tab(page, LIST_TITLE).click() },
  { name: 'palette', act: (page) => page.keyboard.press('Control+k'), after: (page) => page.keyboard.press('Escape') },
]
const formPress: Press = {
  name: 'open a form',
  act: (page) => panel(page).getByRole('button', { name: commonLabels.vi.actions.create }).click(),
  after: (page) => page.keyboard.press('Escape'),
}

/** Milliseconds from the beginning of a page load until the list's first row has been painted. */
async function firstRows(page: Page, address: string, cached: boolean): Promise<number> {
  const session = await page.context().newCDPSession(page)
  if (!cached) await session.send('Network.clearBrowserCache')
  await page.goto(address)
  return page.evaluate<number>('window.firstRows')
}

/** In every page from its beginning: when the first row was on the screen. */
const watchRows = `window.firstRows = (async () => {
  ${PAINTED}
  while (![...document.querySelectorAll('[role=tabpanel] tbody tr[data-row-key]')].some((row) => row.checkVisibility())) await painted()
  return performance.now()
})()`

const limit = (name: string, figure: number, target: number): BenchResult => ({ name, figure, target, better: 'lower', unit: 'ms' })

export const run = (): Promise<BenchResult[]> =>
  withPortal(async ({ page, base }) => {
    await signIn(page, base, ACCOUNT, 'PP_QR')
    await page.goto(base + REPORT)
    await page.goto(base + LIST)
    await rows(page).first().waitFor()
    const shown = await medians(page, presses, ROUNDS)

    await openTabs(page, base)
    const taken = (await page.evaluate<number[]>(switches(ROUNDS))).sort((a, b) => a - b)
    const p95 = taken[Math.floor(taken.length * 0.95)] ?? Number.NaN
    console.log(`${taken.length} switches: median ${median(taken).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, slowest ${taken.at(-1)?.toFixed(1)} ms`)

    await page.evaluate(`sessionStorage.clear()`)
    await page.addInitScript(watchRows)
    const loads: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] }
    for (let round = 0; round <= ROUNDS; round++)
      for (const kind of ['cold', 'warm'] as const) {
        const ms = await firstRows(page, base + LIST, kind === 'warm')
        if (round > 0) loads[kind].push(ms)
      }

    const other = await (page.context().browser() as Browser).newPage({ viewport: { width: 1440, height: 900 }, locale: 'vi-VN' })
    await signIn(other, base, 'admin', 'PP_SYS')
    await other.goto(base + ROLES)
    await rows(other).first().waitFor()
    shown.push(...(await medians(other, [formPress], ROUNDS)))
    return [
      limit(`switch between ${TABS} tabs, median`, median(taken), 50),
      limit(`switch between ${TABS} tabs, 95 of 100`, p95, 50),
      ...shown.map(({ name, ms }) => limit(`${name}: press to what it shows`, ms, 100)),
      limit('first rows of a page load, nothing kept', median(loads.cold), 1200),
      limit('first rows of a page load, scripts kept', median(loads.warm), 800),
    ]
  })
