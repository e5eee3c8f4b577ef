import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, DB } from './db.ts'

type Parser = (text: string) => unknown

const asText: Parser = (text) => text
const textArray: Parser = pg.types.getTypeParser(1009 as Parameters<typeof pg.types.getTypeParser>[0], 'text')

/**
 * What PostgreSQL's types become in TypeScript: bigint and numeric stay decimal strings (a JavaScript number would lose money),
 * a date stays 'YYYY-MM-DD' (a Date would shift with the time zone), timestamptz is a Date.
 */
const PARSERS = new Map<number, Parser>([
  [20, asText], // int8
  [1016, textArray],
  [1700, asText], // numeric
  [1231, textArray],
  [1082, asText], // date
  [1182, textArray],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (format === 'text' || format === undefined ? PARSERS.get(oid as number) : undefined) ?? pg.types.getTypeParser(oid, format),
}

/** The role that the server works as: sees every row of scoped tables, owns none of them (migration 0120). */
export const SYSTEM_ROLE = 'buutram_system'

export interface ConnectOptions {
  /** 'owner' is the role of the address itself: for migrations, which make the tables; it sees no rows of scoped tables. Default: 'system'. */
  as?: 'system' | 'owner'
  /** Connections at most; default 10. */
  max?: number
  /** Told of connections that broke while idle (a restart of PostgreSQL); the pool itself recovers. */
  onError?: (error: Error) => void
  /** How long a caller waits for a connection before it gets an error; default 5,000 ms. */
  connectionTimeoutMillis?: number
  /** Shown in pg_stat_activity. */
  applicationName?: string
}

export interface Connection {
  pool: pg.Pool
  db: Database
  /** Ends the pool. (Kysely's own destroy() does so only when a query went through it.) */
  close(): Promise<void>
}

/** Opens a pool and the typed query builder over it, as the system role by default. Connects lazily: a wrong address shows at the first query. End it with `close()`. */
export function connect(connectionString: string, options: ConnectOptions = {}): Connection {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectionTimeoutMillis ?? 5_000,
    application_name: options.applicationName ?? 'buu-tram',
    keepAlive: true,
    options: `-c TimeZone=UTC -c DateStyle=ISO${options.as === 'owner' ? '' : ` -c role=${SYSTEM_ROLE}`}`,
    types,
  })
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => options.onError?.(error))
  // The same goes for one that is in use but has no query under way; its next query fails, which is where the loss is handled.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    if (!pool.ending) await pool.end()
  }
  return { pool, db, close }
}
