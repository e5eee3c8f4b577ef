import { AppError, errors } from '#kernel/errors.ts'
import { isDatabaseAway } from './http/errors.ts'

export interface BatcherOptions<I, O> {
  /**
   * Does a batch in one transaction and answers a result an item, in order; an Error in an item's place fails that item alone.
   * When it throws, nothing of the batch may have taken effect, or doing an item again must be harmless.
   */
  run(items: I[]): Promise<(O | Error)[]>
  maxBatch: number
  /** Batches under way at the same time; default 1. */
  lanes?: number
  /** Items that may wait; beyond that submit() throws 'unavailable'. Default 10,000. */
  maxQueue?: number
}

export interface Batcher<I, O> {
  /** Settles when the item's batch is done. Throws what the item met; AppError SYS-503 when overfull, drained or without database. */
  submit(item: I): Promise<O>
  /** Waits until everything submitted is done; later submits are refused. For shutdown. */
  drain(): Promise<void>
}

interface Waiting<I, O> {
  item: I
  resolve(value: O): void
  reject(error: unknown): void
}

/** Fewer items than this wait for the batch under way: a transaction of their own costs more than the wait. */
const WORTH_A_LANE = 24
/** For so long: a batch may be held up, and those who come after it need not be. */
const PATIENCE_MS = 20

/**
 * Group commit: items that arrive while a batch is under way form the next one, so a lone item waits for nobody
 * and a crowd shares the cost of a transaction.
 */
export function createBatcher<I, O>({ run, maxBatch, lanes = 1, maxQueue = 10_000 }: BatcherOptions<I, O>): Batcher<I, O> {
  const queue: Waiting<I, O>[] = []
  let busy = 0
  let scheduled = false
  let patience: NodeJS.Timeout | undefined
  let draining: { promise: Promise<void>; resolve(): void } | undefined

  function schedule(): void {
    if (scheduled || busy >= lanes || queue.length === 0) return
    if (busy > 0 && queue.length < WORTH_A_LANE) {
      patience ??= setTimeout(startSoon, PATIENCE_MS)
      return
    }
    startSoon()
  }

  function startSoon(): void {
    clearTimeout(patience)
    patience = undefined
    if (scheduled) return
    scheduled = true
    // After the sockets that are readable now: their items belong to the same batch.
    setImmediate(() => {
      scheduled = false
      if (busy < lanes && queue.length > 0) start()
    })
  }

  function start(): void {
    // Free lanes share what waits: while the database works on one half, this process prepares the other.
    const share = Math.max(WORTH_A_LANE, Math.ceil(queue.length / (lanes - busy)))
    const batch = queue.splice(0, Math.min(maxBatch, share))
    busy += 1
    void perform(batch).then(() => {
      busy -= 1
      if (busy === 0 && queue.length === 0) draining?.resolve()
      schedule()
    })
    schedule()
  }

  /** Never rejects. A batch that the database refused is halved until the items that it refuses stand alone. */
  async function perform(batch: Waiting<I, O>[]): Promise<void> {
    let results: (O | Error)[]
    try {
      results = await run(batch.map(({ item }) => item))
    } catch (error) {
      // Without a database every item would fail in the same way, one timeout after the other; nor is it known what took effect.
      if (isDatabaseAway(error)) return rejectAll(batch, new AppError(errors.unavailable))
      if (batch.length === 1) return rejectAll(batch, error)
      const half = batch.length >> 1
      await perform(batch.slice(0, half))
      return perform(batch.slice(half))
    }
    if (results.length !== batch.length) return rejectAll(batch, new Error(`a batch of ${batch.length} got ${results.length} results`))
    for (const [at, { resolve, reject }] of batch.entries()) {
      const result = results[at] as O | Error
      if (result instanceof Error) reject(result)
      else resolve(result)
    }
  }

  function rejectAll(batch: Waiting<I, O>[], error: unknown): void {
    for (const { reject } of batch) reject(error)
  }

  return {
    submit(item) {
      if (draining || queue.length >= maxQueue) return Promise.reject(new AppError(errors.unavailable))
      return new Promise<O>((resolve, reject) => {
        queue.push({ item, resolve, reject })
        schedule()
      })
    },
    drain() {
      if (!draining) {
        draining = Promise.withResolvers<void>()
        if (busy === 0 && queue.length === 0) draining.resolve()
      }
      return draining.promise
    },
  }
}
