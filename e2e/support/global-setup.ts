import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { serverProcess } from '../../test/server-process.ts'
import { FAST_DATABASE } from '../../test/settings.ts'
import { startTemporary } from '../../test/temporary.ts'
import { DEMO } from './server.ts'

/** Makes the demo world once, by the real server at its first start, and leaves it as the template that each worker clones. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'buutram-e2e-'))
  const database = await startTemporary('e2e', FAST_DATABASE)
  const stop = async () => {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const server = serverProcess(database.connectionString, { ...DEMO, DATA_DIR: folder })
    await server.ready
    await server.end('SIGTERM')
    const admin = new pg.Client({ connectionString: database.adminConnectionString })
    await admin.connect()
    await admin.query('ALTER DATABASE buutram IS_TEMPLATE true')
    await admin.end()
  } catch (error) {
    await stop()
    throw error
  }
  process.env.E2E_TEMPLATE = database.connectionString
  process.env.E2E_FOLDER = folder
  return stop
}
