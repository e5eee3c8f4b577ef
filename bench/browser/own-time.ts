import type { Page } from '@playwright/test'

/** Seconds of its own that the page's main thread has worked, however busy the machine is with other things. */
export async function ownTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}
