import type { Readable } from 'node:stream'
import { AppError, errors } from '#kernel/errors.ts'

/** A number of places that callers take one of and give back; who comes when none is free for them waits in order. */
export interface Slots {
  /**
   * Resolves with the function that gives the place back (safe to call twice). `who` takes it: where one person may hold so many places
   * only, the next one waits for their own, and lets others by. Rejects when `signal` ends the waiting, or had ended it before, and with
   * SYS-431 when too many of theirs wait already.
   */
  take(who: string, signal?: AbortSignal): Promise<() => void>
}

/** Answers with a stream that holds a place until it is closed; when there is none after all, the place is given back at once. */
export async function inSlot<S extends Readable>(slots: Slots, who: string, signal: AbortSignal, open: () => Promise<S>): Promise<S> {
  const release = await slots.take(who, signal)
  try {
    return (await open()).once('close', release)
  } catch (error) {
    release()
    throw error
  }
}

/** As `inSlot`, for work that is over with its answer. */
export async function withSlot<T>(slots: Slots, who: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const release = await slots.take(who, signal)
  try {
    return await work()
  } finally {
    release()
  }
}

interface Waiting {
  who: string
  start(): void
}

/** Calls of one person that wait for a place at most: more than a person has windows. */
const QUEUE = 30
const RETRY_SECONDS = 5

/**
 * So many places of a process, of which one person holds `each` at most; of those who wait, whoever holds fewest is next. `queue` of one
 * person may wait (SYS-431 beyond), and `queueOfAll` (SYS-503): an endless queue is an outage.
 */
export function createSlots(count: number, each = count, queue = QUEUE, queueOfAll = Number.POSITIVE_INFINITY): Slots {
  const held = new Map<string, number>()
  let free = count
  const waiting: Waiting[] = []
  const heldBy = (who: string) => held.get(who) ?? 0

  function hold(who: string): () => void {
    free--
    held.set(who, heldBy(who) + 1)
    let holding = true
    return () => {
      if (!holding) return
      holding = false
      free++
      if (heldBy(who) === 1) held.delete(who)
      else held.set(who, heldBy(who) - 1)
      next()
    }
  }

  function next(): void {
    if (free === 0) return
    const able = waiting.filter(({ who }) => heldBy(who) < each)
    // The first of those with the fewest: in order among equals.
    const fewest = Math.min(...able.map(({ who }) => heldBy(who)))
    able.find(({ who }) => heldBy(who) === fewest)?.start()
  }

  return {
    async take(who, signal) {
      signal?.throwIfAborted()
      if (free > 0 && heldBy(who) < each) return hold(who)
      if (waiting.filter((one) => one.who === who).length >= queue) throw new AppError(errors.tooManyAtOnce, {}, { retryAfter: RETRY_SECONDS })
      if (waiting.length >= queueOfAll) throw new AppError(errors.unavailable)
      return await new Promise((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(one), 1)
          signal?.removeEventListener('abort', stop)
        }
        const one: Waiting = {
          who,
          start() {
            leave()
            resolve(hold(who))
          },
        }
        const stop = () => {
          leave()
          reject(signal?.reason)
        }
        waiting.push(one)
        signal?.addEventListener('abort', stop, { once: true })
      })
    },
  }
}
