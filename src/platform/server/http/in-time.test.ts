import { expect, test, vi } from 'vitest'
import { errors } from '#kernel/errors.ts'
import { inTime } from './in-time.ts'

test('what takes too long answers SYS-503 and is abandoned; what is in time answers what it came to', async () => {
  vi.useFakeTimers()
  try {
    const late = expect(inTime(1_000, new Promise(() => undefined))).rejects.toMatchObject({ definition: errors.unavailable })
    await expect(inTime(1_000, Promise.resolve(7))).resolves.toBe(7)
    await expect(inTime(1_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1_000)
    await late
  } finally {
    vi.useRealTimers()
  }
})
