import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS, ChunkError, persistently } from './chunks.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Fails so many times, then brings what was asked for. */
function loader(failures: number) {
  let calls = 0
  const load = () => {
    calls += 1
    return calls > failures ? Promise.resolve('screen') : Promise.reject(new Error('gone'))
  }
  return { load, calls: () => calls }
}

describe('a script that is fetched', () => {
  it('comes at once where nothing is wrong', async () => {
    const { load, calls } = loader(0)
    await expect(persistently(load)).resolves.toBe('screen')
    expect(calls()).toBe(1)
  })

  it('comes by itself after the network was gone for a while, and says so meanwhile', async () => {
    const { load, calls } = loader(4)
    const failures = vi.fn()
    const fetched = persistently(load, CHUNK_TIMEOUT_MS, failures)
    await vi.advanceTimersByTimeAsync(30_000)
    await expect(fetched).resolves.toBe('screen')
    expect(calls()).toBe(5)
    expect(failures).toHaveBeenCalledTimes(4)
  })

  it('is given up after 120 seconds, whether it fails or never answers', async () => {
    for (const load of [loader(Number.POSITIVE_INFINITY).load, () => new Promise(() => undefined)]) {
      const fetched = persistently(load)
      const outcome = expect(fetched).rejects.toBeInstanceOf(ChunkError)
      await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS)
      await outcome
    }
  })
})
