import { expect, it } from 'vitest'
import { repeat } from './repeat.ts'

/** Counts how often it ran; resolves `times` once it ran that often. */
function counted(times: number, work: () => Promise<unknown>) {
  let count = 0
  let reached: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    reached = resolve
  })
  return {
    done,
    count: () => count,
    run: () => {
      count += 1
      if (count === times) reached()
      return work()
    },
  }
}

const failing = {
  'a rejection': () => Promise.reject(new Error('gone')),
  'an error before there is a promise': () => {
    throw new Error('gone')
  },
}

it.each(Object.entries(failing))('goes on after %s, and reports each', async (_, work) => {
  const errors: unknown[] = []
  const job = counted(3, work)
  const stop = repeat(1, job.run, (error) => errors.push(error))
  await job.done
  await stop()
  expect(errors.length).toBeGreaterThanOrEqual(2)
})

it('goes on when the failure cannot be reported', async () => {
  const job = counted(3, failing['a rejection'])
  const stop = repeat(1, job.run, () => {
    throw new Error('no log')
  })
  await job.done
  await stop()
})

it('waits at its end for what is under way, reports nothing of it, and begins nothing more', async () => {
  const errors: unknown[] = []
  let end: () => void = () => undefined
  const job = counted(
    1,
    () =>
      new Promise((_, reject) => {
        end = () => reject(new Error('cut off'))
      }),
  )
  const stop = repeat(1, job.run, (error) => errors.push(error))
  await job.done
  let over = false
  const stopped = stop().then(() => {
    over = true
  })
  await new Promise(setImmediate)
  expect(over).toBe(false)
  end()
  await stopped
  expect([job.count(), errors]).toEqual([1, []])
})
