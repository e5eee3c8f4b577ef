/**
 * Switching between 20 open tabs (10 lists, 10 details of transactions) in Chromium, by the browser's own performance marks: from the press on
 * a tab until the frame with its page has been painted. The first look at a page, which fetches its data, is not counted.
 */
import type { Page } from '@playwright/test'
import { signIn, withPortal } from './browser/portal.ts'
import { type BenchResult, median } from './result.ts'

const TABS = 20
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const ACCOUNT = 'ketoan'
const LIST = '/pp-qr/quanlygiaodich/danhsachgiaodich'

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

export const run = (): Promise<BenchResult[]> =>
  withPortal(async ({ page, base }) => {
    await signIn(page, base, ACCOUNT, 'PP_QR')
    await openTabs(page, base)
    const taken = (await page.evaluate<number[]>(switches(ROUNDS))).sort((a, b) => a - b)
    const p95 = taken[Math.floor(taken.length * 0.95)] ?? Number.NaN
    console.log(`${taken.length} switches: median ${median(taken).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, slowest ${taken.at(-1)?.toFixed(1)} ms`)
    return [
      { name: `switch between ${TABS} tabs, median`, figure: median(taken), target: 50, better: 'lower', unit: 'ms' },
      { name: `switch between ${TABS} tabs, 95 of 100`, figure: p95, target: 50, better: 'lower', unit: 'ms' },
    ]
  })
