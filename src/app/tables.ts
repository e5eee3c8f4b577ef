import { join } from 'node:path'
import { connect } from '#platform/server/database/connect.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { protectRows } from '#platform/server/database/row-security.ts'
import { ownersOf } from '#platform/server/http/registry.ts'
import { systemRegistry } from './server.ts'

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')

/**
 * Brings a database up to this version as its owner, over a connection of its own that no time limit interrupts: migrations, then rights and
 * row-level security. `failed` turns an address that does not work into the message for the operator. Throws StartupError for what they can repair.
 */
export async function makeTables(connectionString: string, failed: (error: unknown) => Error = (error) => error as Error): Promise<void> {
  const owner = connect(connectionString, { as: 'owner', max: 2, applicationName: 'buu-tram migration' })
  try {
    await owner.pool.query('select 1').catch((error: unknown) => {
      throw failed(error)
    })
    await migrate(owner.pool, MIGRATIONS)
    await protectRows(owner.pool, ownersOf(systemRegistry()))
  } finally {
    await owner.close()
  }
}
