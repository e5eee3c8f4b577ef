import type { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'

/** Few enough that parsing those that have come holds up nobody for long. */
const BATCH = 250

/** The database looks every two seconds whether we are still there, and ends a query that nobody waits for; where its system cannot, it does not. */
const NOTICE_GONE = "do $$ begin perform set_config('client_connection_check_interval', '2000', true); exception when invalid_parameter_value then null; end $$"

export interface CursorOptions {
  scopeSql?: string | undefined
  signal?: AbortSignal | undefined
}

export interface Cursor<Row> {
  rows: AsyncIterable<Row>
  /** Ends the query, wherever it is: the connection is closed when it has not run to its end. Safe to call twice. */
  close(): void
}

/**
 * All rows of a query through a server-side cursor in one read-only transaction (one moment in time), some hundreds at a time;
 * the next batch is on its way while the current one is worked on. Resolves when the first batch is there, so that a query that
 * fails does so before anything was sent. `scopeSql`: what puts the transaction under row-level security (`scope.sql`); `signal` closes it at
 * any time, while the first rows are still looked for too. Must be closed.
 */
export async function openCursor<Row>(
  pool: Pool,
  query: CompiledQuery<Row>,
  statementTimeoutMs: number,
  { scopeSql, signal }: CursorOptions = {},
): Promise<Cursor<Row>> {
  const client = await pool.connect()
  let open = true
  const release = (destroy: boolean) => {
    if (open) client.release(destroy)
    open = false
    signal?.removeEventListener('abort', stop)
  }
  const stop = () => release(true)
  const fetch = async (): Promise<Row[]> => (await client.query(`fetch ${BATCH} from list_export`)).rows as Row[]

  async function* iterate(first: Row[]): AsyncGenerator<Row, void> {
    let rows = first
    while (rows.length > 0) {
      const next = rows.length < BATCH ? Promise.resolve([]) : fetch()
      // Whoever stops listening in mid-batch must not leave an unheard failure behind.
      next.catch(() => undefined)
      yield* rows
      // The driver's dead queries hold on to each other until the old generation is collected: without this every row would live as long.
      rows.length = 0
      rows = await next
    }
    await client.query('commit')
    release(false)
  }

  try {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', stop, { once: true })
    await client.query(`begin isolation level repeatable read read only; set local statement_timeout = ${Math.floor(statementTimeoutMs)}; ${NOTICE_GONE}`)
    if (scopeSql !== undefined) await client.query(scopeSql)
    await client.query(`declare list_export no scroll cursor for ${query.sql}`, [...query.parameters])
    return { rows: iterate(await fetch()), close: () => release(true) }
  } catch (error) {
    release(true)
    throw signal?.aborted ? signal.reason : error
  }
}
