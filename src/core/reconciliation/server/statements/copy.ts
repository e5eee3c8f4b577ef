import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { DB, Tx } from '#platform/server/database/db.ts'

/**
 * A transaction whose connection can be copied into as well: COPY is no query, and goes over the connection itself. Ends like any other; a
 * connection that an aborted copy has left in between is thrown away.
 */
export async function withCopy<T>(pool: pg.Pool, work: (tx: Tx, client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = true
  // The pool's connection, except that it is given back below and nowhere else.
  const kept = new Proxy(client, {
    get(target, name) {
      if (name === 'release') return () => undefined
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: { connect: async () => kept, end: async () => undefined, options: {} } }) })
  try {
    const result = await db.transaction().execute((tx) => work(tx, client))
    broken = false
    return result
  } finally {
    client.release(broken)
  }
}

/** Copies rows (text format) into a table; `onRows` is told how many have passed, and may stop it by throwing. */
export async function copyRows(
  client: pg.PoolClient,
  table: string,
  source: NodeJS.ReadableStream,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let rows = 0
  const counting = new Transform({
    transform(piece: Buffer, _encoding, done) {
      for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) rows++
      try {
        onRows(rows)
        done(null, piece)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  await pipeline(source, counting, client.query(copyFrom(`copy ${table} from stdin`)), { signal })
}
