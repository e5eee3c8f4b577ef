import { sql } from 'kysely'
import { jobsTopic } from '#kernel/live.ts'
import type { JobContext, JobHandler, Runtime } from '../module.ts'

/** Why a try was stopped from outside; the abort reason of its signal. */
class Stopped extends Error {
  readonly why: 'timeout' | 'cancelled' | 'shutdown'
  constructor(why: 'timeout' | 'cancelled' | 'shutdown', message: string) {
    super(message)
    this.why = why
  }
}

/** What became of a try; null when there was nothing to do (cancelled, done elsewhere, handed out again). */
export type Outcome = 'DONE' | 'RETRYING' | 'FAILED' | 'CANCELLED' | 'HANDED_BACK' | null

export interface Runner {
  /** Runs one try of a job. Never throws for what the handler does; rejects when the database is away. */
  run(jobId: string, delivery: string): Promise<{ outcome: Outcome; error?: unknown }>
  /** Aborts the job if it runs here. */
  cancel(jobId: string): void
  /** Aborts what runs here and gives it back, so that another process takes it; takes a few seconds at most. */
  stop(): Promise<void>
}

interface Claimed {
  id: string
  name: string
  input: unknown
  user_id: string | null
  tries: number
  max_tries: number
  timeout_seconds: number
}

interface Running {
  abort: AbortController
  ended: Promise<unknown>
}

const MAX_ERROR = 4_000
/** A stopped handler gets this long to put things in order. */
const ABORT_PATIENCE_MS = 3_000
/** Progress is written this often at most. */
const PROGRESS_MS = 500

/**
 * Runs jobs and keeps their records. The record decides, not the queue: a try begins by claiming the record under its delivery id,
 * and its outcome counts only while it still holds that claim.
 */
export function createRunner(runtime: Runtime, handlers: ReadonlyMap<string, JobHandler>): Runner {
  const { db, log, live } = runtime
  const running = new Map<string, Running>()
  let stopping = false

  async function run(jobId: string, delivery: string): Promise<{ outcome: Outcome; error?: unknown }> {
    if (stopping) return { outcome: await handBackUnstarted(jobId, delivery) }
    const claimed = await claim(runtime, jobId, delivery)
    if (!claimed) return { outcome: null }
    if (claimed.tries > claimed.max_tries) {
      await settle(claimed, delivery, { state: 'FAILED', error: 'the process that ran it ended before it was done' })
      return { outcome: 'FAILED' }
    }
    const abort = new AbortController()
    const attempt = runAttempt(claimed, delivery, abort)
    live.hint(jobsTopic)
    running.set(jobId, { abort, ended: attempt })
    try {
      return await attempt
    } finally {
      running.delete(jobId)
      live.hint(jobsTopic)
    }
  }

  async function runAttempt(claimed: Claimed, delivery: string, abort: AbortController): Promise<{ outcome: Outcome; error?: unknown }> {
    const timer = setTimeout(() => abort.abort(new Stopped('timeout', `took longer than ${claimed.timeout_seconds} s`)), claimed.timeout_seconds * 1000)
    try {
      const handler = handlers.get(claimed.name)
      if (!handler) throw new Error(`this version has no handler for ${claimed.name}`)
      await endOf(handler.run(claimed.input, contextOf(claimed, delivery, abort.signal)), abort.signal)
      return { outcome: (await settle(claimed, delivery, { state: 'DONE' })) ? 'DONE' : null }
    } catch (thrown) {
      const error = abort.signal.aborted ? abort.signal.reason : thrown
      if (error instanceof Stopped && error.why === 'cancelled') return { outcome: 'CANCELLED' }
      if (error instanceof Stopped && error.why === 'shutdown') return { outcome: await handBack(claimed, delivery), error }
      const state = claimed.tries < claimed.max_tries ? 'RETRYING' : 'FAILED'
      log[state === 'FAILED' ? 'error' : 'warn']({ error, job: claimed.name, jobId: claimed.id, tries: claimed.tries }, 'job failed')
      const held = await settle(claimed, delivery, { state, error: textOf(error) })
      return held ? { outcome: state, error } : { outcome: null }
    } finally {
      clearTimeout(timer)
    }
  }

  function contextOf(claimed: Claimed, delivery: string, signal: AbortSignal): JobContext {
    let writtenAt = Number.NEGATIVE_INFINITY
    return {
      runtime,
      signal,
      log: log.child({ job: claimed.name, jobId: claimed.id }),
      jobId: claimed.id,
      userId: claimed.user_id,
      async progress(done, total, note) {
        const at = performance.now()
        if (done < total && at - writtenAt < PROGRESS_MS) return
        writtenAt = at
        const { numUpdatedRows } = await held(claimed, delivery)
          .set({ progress_done: String(Math.trunc(done)), progress_total: String(Math.trunc(total)), progress_note: note ?? null })
          .executeTakeFirst()
        if (numUpdatedRows === 0n) cancel(claimed.id)
        signal.throwIfAborted()
      },
    }
  }

  /** The record, as long as this try holds it. */
  function held(claimed: Claimed, delivery: string) {
    return db
      .updateTable('platform.job')
      .where('id', '=', claimed.id)
      .where('delivery', '=', delivery)
      .where('tries', '=', claimed.tries)
      .where('state', '=', 'RUNNING')
  }

  async function settle(claimed: Claimed, delivery: string, end: { state: 'DONE' | 'RETRYING' | 'FAILED'; error?: string }): Promise<boolean> {
    const { numUpdatedRows } = await held(claimed, delivery)
      .set({ state: end.state, last_error: end.error ?? null, ended_at: sql`clock_timestamp()` })
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** As if this try had never begun: it waits for a relay again, and the try is not counted. */
  async function handBack(claimed: Claimed, delivery: string): Promise<Outcome> {
    const { numUpdatedRows } = await held(claimed, delivery)
      .set({ state: 'WAITING', key: null, delivery: null, tries: claimed.tries - 1, started_at: null })
      .executeTakeFirst()
    return numUpdatedRows > 0n ? 'HANDED_BACK' : null
  }

  async function handBackUnstarted(jobId: string, delivery: string): Promise<Outcome> {
    await db
      .updateTable('platform.job')
      .set({ state: 'WAITING', delivery: null, key: sql`case when state = 'WAITING' then key end` })
      .where('id', '=', jobId)
      .where('delivery', '=', delivery)
      .where('state', 'in', ['WAITING', 'RETRYING'])
      .execute()
    return 'HANDED_BACK'
  }

  function cancel(jobId: string): void {
    running.get(jobId)?.abort.abort(new Stopped('cancelled', 'cancelled'))
  }

  async function stop(): Promise<void> {
    stopping = true
    const left = [...running.values()]
    for (const { abort } of left) abort.abort(new Stopped('shutdown', 'the server ends'))
    await Promise.allSettled(left.map(({ ended }) => ended))
  }

  return { run, cancel, stop }
}

/** Takes the job for one try. A record that is RUNNING is taken too: its last holder lost the delivery (killed, frozen). */
async function claim({ db }: Runtime, jobId: string, delivery: string): Promise<Claimed | undefined> {
  return db
    .updateTable('platform.job')
    .set({
      state: 'RUNNING',
      tries: sql`tries + 1`,
      started_at: sql`clock_timestamp()`,
      ended_at: null,
      progress_done: null,
      progress_total: null,
      progress_note: null,
    })
    .where('id', '=', jobId)
    .where('delivery', '=', delivery)
    .where('state', 'in', ['WAITING', 'RUNNING', 'RETRYING'])
    .returning(['id', 'name', 'input', 'user_id', 'tries', 'max_tries', 'timeout_seconds'])
    .executeTakeFirst()
}

/** Settles with the handler; one that does not heed its signal is left to itself after a while. */
function endOf(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const giveUp = () => {
      timer = setTimeout(() => reject(signal.reason), ABORT_PATIENCE_MS)
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    })
  })
}

function textOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.replaceAll('\0', '').slice(0, MAX_ERROR)
}
