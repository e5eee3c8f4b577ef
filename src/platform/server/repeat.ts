import { setTimeout as delay } from 'node:timers/promises'

/**
 * Repeats a piece of background work, beginning at once, with a pause after each time. `failed` gets what it throws; it is tried
 * again the next time. The returned function ends it, and waits for what is under way.
 */
export function repeat(pauseMs: number, work: () => Promise<unknown>, failed: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    while (!signal.aborted) {
      await Promise.resolve()
        .then(work)
        .catch((error: unknown) => signal.aborted || failed(error))
        .catch(() => undefined) // Even a failure that cannot be reported does not end the work.
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })()
  return () => {
    stopping.abort()
    return running
  }
}
