import { WORKPLACES } from '#app/applications.ts'
import { prepareMasterData } from '#app/master-data.ts'
import { createRuntime, syncCatalogue, systemRegistry } from '#app/server.ts'
import { makeTables } from '#app/tables.ts'
import { seedDemoUsers } from '#core/iam/server/public.ts'
import { seedDemoOrganisation } from '#core/organisation/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { systemClock } from '#platform/server/clock.ts'
import { loadConfig } from '#platform/server/config.ts'
import { connect } from '#platform/server/database/connect.ts'
import { limitStatements } from '#platform/server/database/limits.ts'
import { createLogger } from '#platform/server/logging.ts'
import type { Runtime } from '#platform/server/module.ts'
import { startTemporary } from '../../test/temporary.ts'
import { fillItems } from './fill.ts'

interface ItemWorld {
  runtime: Runtime
  connectionString: string
  today: string
}

/** The organisation of the full demo with items of two months, on a database that ends with the work. */
export async function withItems<T>(name: string, items: number, work: (world: ItemWorld) => Promise<T>): Promise<T> {
  const database = await startTemporary(name)
  await makeTables(database.connectionString)
  const connection = connect(database.connectionString)
  const owner = connect(database.connectionString, { as: 'owner' })
  limitStatements(connection.pool)
  try {
    const runtime = createRuntime(loadConfig({ DATA_DIR: database.dataDir, DEMO: '0' }), connection, createLogger('warn'), systemClock)
    await syncCatalogue(runtime.db, systemRegistry())
    await runtime.db.transaction().execute(async (tx) => {
      await seedDemoOrganisation(tx, runtime, 'full')
      await seedDemoUsers(tx, runtime, WORKPLACES)
    })
    await prepareMasterData(runtime)
    const today = localDate(new Date())
    await fillItems(owner.pool, items, today)
    return await work({ runtime, connectionString: database.connectionString, today })
  } finally {
    await owner.close()
    await connection.close()
    await database.stop()
  }
}
