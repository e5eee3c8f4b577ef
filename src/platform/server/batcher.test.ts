import { describe, expect, it } from 'vitest'
import { AppError, errors } from '#kernel/errors.ts'
import { createBatcher } from './batcher.ts'

/** A run() that is done when the test says so, and shows its batches. */
function gate() {
  const batches: number[][] = []
  const waiting: (() => void)[] = []
  return {
    batches,
    run: async (items: number[]) => {
      batches.push(items)
      await new Promise<void>((resolve) => waiting.push(resolve))
      return items.map((item) => item * 2)
    },
    /** Ends the oldest batch under way. */
    release: async () => {
      while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
      waiting.shift()?.()
    },
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const range = (length: number, from = 0) => Array.from({ length }, (_, at) => from + at)

describe('createBatcher', () => {
  it('lets a lone item go at once and gathers what comes meanwhile', async () => {
    const { batches, run, release } = gate()
    const batcher = createBatcher({ run, maxBatch: 100 })
    const first = batcher.submit(1)
    await settle()
    expect(batches).toEqual([[1]])
    const others = [2, 3, 4].map((item) => batcher.submit(item))
    await settle()
    expect(batches).toHaveLength(1)
    await release()
    expect(await first).toBe(2)
    await release()
    expect(await Promise.all(others)).toEqual([4, 6, 8])
    expect(batches).toEqual([[1], [2, 3, 4]])
  })

  it('keeps to the largest batch', async () => {
    const batches: number[] = []
    const run = async (items: number[]) => {
      batches.push(items.length)
      return items
    }
    const batcher = createBatcher({ run, maxBatch: 10 })
    expect(await Promise.all(range(25).map((item) => batcher.submit(item)))).toEqual(range(25))
    expect(batches).toEqual([10, 10, 5])
  })

  it('runs as many batches at a time as it has lanes, and shares the queue between them', async () => {
    const { batches, run, release } = gate()
    const batcher = createBatcher({ run, maxBatch: 100, lanes: 2 })
    const all = Promise.all(range(60).map((item) => batcher.submit(item)))
    await settle()
    await settle()
    await settle()
    expect(batches.map((batch) => batch.length)).toEqual([30, 30])
    await release()
    await release()
    expect(await all).toEqual(range(60).map((item) => item * 2))
  })

  it('starts no second batch for a few items, unless the first one is held up', async () => {
    const { batches, run, release } = gate()
    const batcher = createBatcher({ run, maxBatch: 100, lanes: 2 })
    const first = batcher.submit(0)
    await settle()
    const others = [1, 2, 3].map((item) => batcher.submit(item))
    await settle()
    expect(batches).toEqual([[0]])
    // Nothing ends the first batch.
    await expect.poll(() => batches).toEqual([[0], [1, 2, 3]])
    await release()
    await release()
    expect(await Promise.all([first, ...others])).toEqual([0, 2, 4, 6])
  })

  it('gives each item its own result or error', async () => {
    const batcher = createBatcher<number, number>({ maxBatch: 10, run: async (items) => items.map((item) => (item % 2 ? new AppError(errors.state) : item)) })
    const results = await Promise.allSettled(range(4).map((item) => batcher.submit(item)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  })

  it('isolates poison items: their neighbours succeed, whatever their number and place', async () => {
    for (const poison of [[0], [63], [5, 6, 40], range(64)]) {
      const done: number[] = []
      const run = async (items: number[]) => {
        const bad = items.find((item) => poison.includes(item))
        if (bad !== undefined) throw new Error(`poison ${bad}`)
        done.push(...items)
        return items
      }
      const batcher = createBatcher({ run, maxBatch: 100 })
      const results = await Promise.allSettled(range(64).map((item) => batcher.submit(item)))
      for (const [item, result] of results.entries()) {
        if (poison.includes(item)) expect(result).toMatchObject({ status: 'rejected', reason: { message: `poison ${item}` } })
        else expect(result).toEqual({ status: 'fulfilled', value: item })
      }
      expect(done.toSorted((a, b) => a - b)).toEqual(range(64).filter((item) => !poison.includes(item)))
    }
  })

  it('answers unavailable, once and without trying item by item, when the database is away', async () => {
    let runs = 0
    const run = async () => {
      runs += 1
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    }
    const batcher = createBatcher<number, number>({ run, maxBatch: 100 })
    const results = await Promise.allSettled(range(50).map((item) => batcher.submit(item)))
    expect(runs).toBe(1)
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { definition: { code: 'SYS-503' } } })
  })

  it('refuses what its queue has no room for, and recovers', async () => {
    const { batches, run, release } = gate()
    const batcher = createBatcher({ run, maxBatch: 5, maxQueue: 10 })
    const first = batcher.submit(0)
    await settle()
    const waiting = range(10, 1).map((item) => batcher.submit(item))
    await expect(batcher.submit(99)).rejects.toMatchObject({ definition: { code: 'SYS-503' } })
    await release()
    expect(await first).toBe(0)
    while (batches.length < 2) await settle()
    const late = batcher.submit(11)
    for (let batch = 0; batch < 3; batch++) await release()
    expect(await Promise.all([...waiting, late])).toEqual(range(11, 1).map((item) => item * 2))
  })

  it('drains: what was submitted is done, what comes after is refused', async () => {
    const { run, release } = gate()
    const batcher = createBatcher({ run, maxBatch: 2 })
    const submitted = range(4).map((item) => batcher.submit(item))
    let drained = false
    const drain = batcher.drain().then(() => {
      drained = true
    })
    await expect(batcher.submit(9)).rejects.toMatchObject({ definition: { code: 'SYS-503' } })
    await release()
    expect(drained).toBe(false)
    await release()
    expect(await Promise.all(submitted)).toEqual([0, 2, 4, 6])
    await drain
    await batcher.drain()
  })

  it('refuses a run that loses results', async () => {
    const batcher = createBatcher<number, number>({ maxBatch: 10, run: async (items) => items.slice(1) })
    const results = await Promise.allSettled([batcher.submit(1), batcher.submit(2)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
