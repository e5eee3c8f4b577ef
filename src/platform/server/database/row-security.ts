import type pg from 'pg'
import type { OwnerColumns } from '../scope.ts'
import { StartupError } from '../startup-error.ts'

/** Key of the advisory lock under which one process at a time looks after rights and policies. */
const LOCK = 7_203_119
const ATTEMPTS = 3

/** What a database administrator runs once where the owner of the database may not create roles. */
export const ROLE_SCRIPT =
  'CREATE ROLE buutram_system NOLOGIN; CREATE ROLE buutram_scoped NOLOGIN; GRANT buutram_system, buutram_scoped TO <owner> WITH INHERIT FALSE, SET TRUE;'

/**
 * Puts every scoped table under row-level security and gives the server's roles their rights: after each migration, over a connection
 * of the owner. Does nothing when nothing is new. Throws StartupError when the owner may not create the roles and nobody else has.
 */
export async function protectRows(owner: pg.Pool, owners: OwnerColumns): Promise<void> {
  for (let left = ATTEMPTS - 1; ; left--) {
    try {
      return await protect(owner, owners)
    } catch (error) {
      // The server's own analysis of a table that was just filled holds its lock and waits for what is changed here.
      if ((error as { code?: string }).code !== '40P01' || left === 0) throw error
    }
  }
}

async function protect(owner: pg.Pool, owners: OwnerColumns): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await client.query('SELECT platform.protect_rows($1)', [JSON.stringify(owners)])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    const { code, message } = error as { code?: string; message: string }
    if (code === '42501')
      throw new StartupError(
        `The role of DATABASE_URL may not make the roles that row-level security needs (${message}). Let an administrator of the database run: ${ROLE_SCRIPT}`,
        { cause: error },
      )
    if (code === '0LP01' || code === '22023') throw new StartupError(`Row-level security cannot be set up: ${message}`, { cause: error })
    throw error
  } finally {
    client.release()
  }
}
