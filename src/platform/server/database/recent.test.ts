import { afterEach, expect, it, vi } from 'vitest'
import type { Queryable } from './db.ts'
import { Recent } from './recent.ts'

const connection = (isTransaction = false) => ({ isTransaction }) as Queryable

afterEach(() => vi.useRealTimers())

it('gives one answer to all who ask within a second, by connection and key', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const recent = new Recent<number>()
  const load = vi.fn(async () => load.mock.calls.length)
  const one = connection()
  expect(await Promise.all([recent.read(one, load), recent.read(one, load)])).toEqual([1, 1])
  expect(await recent.read(one, load, 'other')).toBe(2)
  expect(await recent.read(connection(), load)).toBe(3)
  vi.advanceTimersByTime(999)
  expect(await recent.read(one, load)).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await recent.read(one, load)).toBe(4)
})

it('reads afresh inside a transaction, and keeps nothing of it', async () => {
  const recent = new Recent<number>()
  const load = vi.fn(async () => load.mock.calls.length)
  const tx = connection(true)
  expect([await recent.read(tx, load), await recent.read(tx, load)]).toEqual([1, 2])
})

it('never keeps a failure', async () => {
  const recent = new Recent<number>()
  const one = connection()
  await expect(recent.read(one, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await recent.read(one, async () => 7)).toBe(7)
})
