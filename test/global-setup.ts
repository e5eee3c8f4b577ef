import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '#platform/server/database/connect.ts'
import { makeTables } from '../src/app/tables.ts'
import { seedTemplate } from './seed-template.ts'
import { FAST_DATABASE } from './settings.ts'
import { startTemporary } from './temporary.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection string to the migrated and seeded database that testDatabase() clones; nobody connects to it during tests. */
    templateUrl: string
  }
}

/** One PostgreSQL a run, in a temporary folder, with the template that testDatabase() clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startTemporary('test', FAST_DATABASE)
  try {
    await makeTables(database.connectionString)
    const connection = connect(database.connectionString)
    await seedTemplate({ ...connection, connectionString: database.connectionString })
    await connection.close()
    const admin = new pg.Client({ connectionString: database.adminConnectionString })
    await admin.connect()
    await admin.query('ALTER DATABASE buutram IS_TEMPLATE true')
    await admin.end()
  } catch (error) {
    await database.stop()
    throw error
  }
  project.provide('templateUrl', database.connectionString)
  return () => database.stop()
}
