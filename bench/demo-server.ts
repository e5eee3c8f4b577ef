/** The whole system on the empty world of the demo, for benches that call it over HTTP. */
import { prepareDemo } from '#app/demo.ts'
import { prepareMasterData } from '#app/master-data.ts'
import { createRuntime, syncCatalogue, systemRegistry, systemServer } from '#app/server.ts'
import { makeTables } from '#app/tables.ts'
import { loadConfig } from '#platform/server/config.ts'
import type { Connection } from '#platform/server/database/connect.ts'
import { createLogger } from '#platform/server/logging.ts'

/** Makes the tables and listens on a free port; `address`: the root of the server. Whoever calls closes `app`. */
export async function demoServer(
  connection: Connection,
  { connectionString, dataDir }: { connectionString: string; dataDir: string },
  log: Parameters<typeof createLogger>[0] = 'warn',
) {
  await makeTables(connectionString)
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: '1', DEMO_SCALE: 'full', DEMO_LIVE: '0' })
  const runtime = createRuntime(config, connection, createLogger(log))
  const registry = systemRegistry()
  await syncCatalogue(runtime.db, registry)
  await prepareMasterData(runtime)
  await prepareDemo(runtime)
  const app = await systemServer(runtime, registry)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { config, runtime, app, address }
}
