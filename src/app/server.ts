import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { askForExport } from '#core/exports/server/public.ts'
import { createSessionResolver, syncMenus, syncPermissions } from '#core/iam/server/public.ts'
import { createAuditLog } from '#platform/server/audit/audit.ts'
import { type Clock, systemClock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config.ts'
import type { Connection } from '#platform/server/database/connect.ts'
import type { Database } from '#platform/server/database/db.ts'
import { createListener } from '#platform/server/database/listener.ts'
import type { ExportTitle } from '#platform/server/http/export.ts'
import { type Registry, registryOf } from '#platform/server/http/registry.ts'
import { createServer, type ServerOptions } from '#platform/server/http/server.ts'
import type { Logger } from '#platform/server/logging.ts'
import type { Runtime } from '#platform/server/module.ts'
import { createLive } from '#platform/server/realtime/live.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { applicationOf, isShared, WORKPLACES } from './applications.ts'
import { menuCatalogue, permissionCatalogue, screenTitle } from './catalogue.ts'
import { webManifests } from './manifests.ts'
import { serverModules } from './modules.ts'

/** Where `npm start` builds the portal to. */
const WEB_DIR = join(import.meta.dirname, '../../dist/web')

/** The composition root of the server: everything that the whole system is made of, over an open database. */
export function createRuntime(config: Config, connection: Connection, log: Logger, clock: Clock = systemClock): Runtime {
  const { pool, db } = connection
  const listener = createListener(pool, log)
  return { config, pool, db, clock, log, audit: createAuditLog(config.secretKey, clock), listener, live: createLive(db, listener, log) }
}

/** What all modules declare. */
export const systemRegistry = (): Registry => registryOf(serverModules)

/** Brings the stored catalogues of permissions and menus in line with the registry; safe to repeat. */
export async function syncCatalogue(db: Database, registry: Registry): Promise<void> {
  const items = permissionCatalogue(registry, webManifests).map((item) => ({ ...item, application: applicationOf(item.uri), shared: isShared(item.uri) }))
  const menus = menuCatalogue(registry, webManifests)
  await db.transaction().execute(async (tx) => {
    await syncPermissions(tx, items, WORKPLACES)
    await syncMenus(tx, menus)
  })
}

/** The HTTP server of the whole system; listens nowhere yet. */
export async function systemServer(runtime: Runtime, registry: Registry, options: Pick<ServerOptions, 'guard'> = {}): Promise<FastifyInstance> {
  return createServer({
    ...options,
    runtime,
    registry,
    sessions: createSessionResolver(runtime),
    exportTitle: titleOf(registry),
    largeExport: askForExport,
    webDir: WEB_DIR,
    version: packageJson.version,
  })
}

/** An exported list is called what its screen is called. */
function titleOf(registry: Registry): ExportTitle {
  return ({ list: { contract } }, language) => {
    for (const manifest of webManifests) {
      const screen = manifest.screens.find((one) => one.permission === contract.permission && !one.hidden)
      const title = screen && screenTitle(registry, manifest, screen)[language]
      if (title) return title
    }
    return contract.entity
  }
}
