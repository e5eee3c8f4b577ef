import { afterEach, expect, it, vi } from 'vitest'
import { noteServerTime, today } from './server-time.ts'

afterEach(() => {
  vi.useRealTimers()
})

it("is the server's day in Vietnam, whatever this machine's clock says", () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
  expect(today()).toBe('2026-03-01')
  noteServerTime('Sun, 22 Nov 2026 16:59:59 GMT')
  expect(today()).toBe('2026-11-22')
  vi.advanceTimersByTime(1000)
  expect(today()).toBe('2026-11-23')
  noteServerTime(null)
  noteServerTime('')
  expect(today()).toBe('2026-11-23')
})
