import type { Pool } from 'pg'

/** No call waits longer than this for one statement, for a lock, or keeps a transaction open without doing anything. */
const LIMITS = `set statement_timeout = '30s'; set lock_timeout = '5s'; set idle_in_transaction_session_timeout = '60s'`

/** Gives every new connection of a pool the limits that keep one stuck call from holding up all others. Not for migrations, which may take long. */
export function limitStatements(pool: Pool): void {
  pool.on('connect', (client) => {
    client.query(LIMITS).catch(() => undefined)
  })
}
