import pg from 'pg'
import type { Logger } from '../logging.ts'
import { repeat } from '../repeat.ts'

/** Watches whether the database answers. */
export interface DatabaseGuard {
  /** True while it does not; new requests are then refused at once. */
  readonly away: boolean
  /** Milliseconds of the last answer; undefined while away. */
  readonly latencyMs: number | undefined
  stop(): Promise<void>
}

export interface GuardOptions {
  pool: pg.Pool
  log: Logger
  /** Between two questions. */
  intervalMs?: number
  /** Without an answer for this long the database counts as away. With the interval it must stay below the 5 s in which callers get their 503. */
  timeoutMs?: number
}

/**
 * Asks the database for a sign of life on a connection of its own. When none comes (a frozen machine, a cut cable: nothing that
 * closes connections), it closes every connection of the pool, so that what waits on them fails now and is answered with 503,
 * instead of hanging until TCP gives up. Goes on asking, and lets requests in again with the first answer.
 */
export function guardDatabase({ pool, log, intervalMs = 500, timeoutMs = 3_500 }: GuardOptions): DatabaseGuard {
  const clients = new Set<pg.PoolClient>()
  const track = (client: pg.PoolClient) => clients.add(client)
  const forget = (client: pg.PoolClient) => clients.delete(client)
  // 'acquire' too: connections may be older than the guard.
  pool.on('connect', track)
  pool.on('acquire', track)
  pool.on('remove', forget)

  let probe: pg.Client | undefined
  let away = false
  let latencyMs: number | undefined

  async function ask(): Promise<void> {
    if (!probe) {
      probe = new pg.Client({ ...pool.options, connectionTimeoutMillis: timeoutMs, application_name: 'buu-tram guard' })
      probe.on('error', () => undefined)
      await probe.connect()
    }
    await probe.query('select 1')
  }

  /** Ends the probe without waiting for the other side. */
  function dropProbe(): void {
    if (probe) cut(probe)
    probe = undefined
  }

  function lost(reason: unknown): void {
    dropProbe()
    latencyMs = undefined
    if (!away) log.error({ error: reason }, 'the database does not answer; its connections are closed')
    away = true
    for (const client of clients) cut(client)
  }

  async function look(): Promise<void> {
    const started = performance.now()
    await withTimeout(ask(), timeoutMs)
    latencyMs = Math.round(performance.now() - started)
    if (away) log.info('the database answers again')
    away = false
  }

  const end = repeat(intervalMs, look, lost)
  return {
    get away() {
      return away
    },
    get latencyMs() {
      return latencyMs
    },
    async stop() {
      const ended = end()
      dropProbe()
      await ended
      pool.off('connect', track)
      pool.off('acquire', track)
      pool.off('remove', forget)
    },
  }
}

/** Closes a connection's socket at once. pg offers only a polite end, which waits for the other side. */
function cut(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(error?: Error): void } } }
  connection?.stream?.destroy()
}

/** Rejects when `work` takes longer. A late timer (this process itself was held up) still lets an answer that is already here win. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => setImmediate(() => setImmediate(() => reject(new Error(`no answer within ${ms} ms`)))), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
