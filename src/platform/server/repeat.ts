import { setTimeout as delay } from 'node:timers/promises'

/**
 * Does a piece of work again and again beside the requests, beginning at once, with a pause after each time; what it throws is told, and
 * done again the next time. The returned function ends it, and waits for what is under way.
 */
export function repeat(pauseMs: number, work: () => Promise<unknown>, failed: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => signal.aborted || failed(error))
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })()
  return () => {
    stopping.abort()
    return running
  }
}
