/** Presses of people, each from the press until the first frame that shows what it did, by the clock of the browser itself. */
import type { Page } from '@playwright/test'
import { median } from '../result.ts'

/** A message sent from a frame's callback arrives behind its paint. A text, as Node knows nothing of pages. */
export const PAINTED = `const painted = () => new Promise((done) => {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => done()
    port2.postMessage(null)
  })
})`

/** What of a page a press may change: the tab in front, its order, page, first row and waiting, dialogs, a box to type into. */
const STATE = `const state = () => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  return JSON.stringify([
    seen('[role=tab][aria-selected=true]').map((tab) => tab.id),
    seen('[role=tabpanel] [aria-sort]').map((head) => head.textContent + head.ariaSort),
    seen('[role=tabpanel] [aria-busy=true], [role=tabpanel] .ant-btn-loading').length,
    seen('[role=tabpanel] tbody tr[data-row-key]')[0]?.textContent,
    seen('[role=tabpanel] .ant-pagination-item-active').map((item) => item.textContent),
    seen('[role=dialog]').length,
  ])
}`

/** Milliseconds from the press inside \`act\` until the frame is painted in which the page's state has changed. */
export async function pressed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`(() => {
    ${PAINTED}
    ${STATE}
    const before = state()
    const press = new Promise((done) => {
      for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, (event) => event.key !== 'Control' && done(event.timeStamp), { capture: true })
    })
    window.shown = press.then(async (at) => {
      while (state() === before) {
        await painted()
        if (performance.now() - at > 10_000) throw new Error('nothing was shown')
      }
      await painted()
      return performance.now() - at
    })
  })()`)
  await act()
  return page.evaluate<number>('window.shown')
}

/** A press, what prepares it and what puts away what it opened; neither is measured. */
export interface Press {
  name: string
  before?: (page: Page) => Promise<void>
  act: (page: Page) => Promise<void>
  after?: (page: Page) => Promise<void>
}

/** The median of each press over some rounds, in turns; the first round warms up. */
export async function medians(page: Page, presses: readonly Press[], rounds: number): Promise<{ name: string; ms: number }[]> {
  const taken = presses.map(() => [] as number[])
  for (let round = 0; round <= rounds; round++)
    for (const [at, press] of presses.entries()) {
      await press.before?.(page)
      await quiet(page)
      const ms = await pressed(page, () => press.act(page))
      if (round > 0) taken[at]?.push(ms)
      await press.after?.(page)
    }
  return presses.map(({ name }, at) => ({ name, ms: median(taken[at] ?? []) }))
}

/** Waits until nothing of the page in front waits for an answer. */
const quiet = (page: Page) =>
  page.evaluate(`(async () => {
    ${PAINTED}
    const waiting = () => [...document.querySelectorAll('[aria-busy=true], .ant-spin-spinning, .ant-btn-loading')].some((element) => element.checkVisibility())
    for (let still = 0; still < 3; still = waiting() ? 0 : still + 1) await painted()
    await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }))
  })()`)
