/** Prints what the portal consists of as JSON, for people and scripts: `npm run -s manifest`. Starts nothing. */
import { pathToFileURL } from 'node:url'
import { PUBLIC } from '#kernel/contract.ts'
import type { ScreenDeclaration } from '#kernel/screens.ts'
import { registryOf } from '#platform/server/http/registry.ts'
import { SYSTEM_PATHS } from '#platform/server/http/server.ts'
import { LIVE_ENTRY } from '#platform/server/realtime/stream.ts'
import { screenTitle } from './catalogue.ts'
import { webManifests } from './manifests.ts'
import { serverModules } from './modules.ts'

export interface SystemManifest {
  routes: { subsystem: string; path: string; flags: '' | 'hidden' | 'menu-gated' | 'public'; permission: string; title: { vi: string; en: string } }[]
  endpoints: { method: string; path: string; permission: string }[]
}

function flagsOf(screen: ScreenDeclaration): SystemManifest['routes'][number]['flags'] {
  if (screen.permission === PUBLIC) return 'public'
  if (screen.menuGated) return 'menu-gated'
  return screen.hidden ? 'hidden' : ''
}

/** Routes of all screens and endpoints of all contracts. */
export function systemManifest(): SystemManifest {
  const registry = registryOf(serverModules)
  const routes = webManifests.flatMap((manifest) =>
    manifest.screens.map((screen) => ({
      subsystem: manifest.subsystem,
      path: screen.path,
      flags: flagsOf(screen),
      permission: screen.permission,
      title: screenTitle(registry, manifest, screen),
    })),
  )
  const system = SYSTEM_PATHS.map((path) => ({ method: 'GET', path, permission: PUBLIC }))
  const endpoints = [...registry.entries.values(), LIVE_ENTRY, ...system.map((contract) => ({ contract }))].map(
    ({ contract: { method, path, permission } }) => ({
      method,
      path: `/api${path}`,
      permission,
    }),
  )
  return { routes, endpoints }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.stdout.write(`${JSON.stringify(systemManifest(), null, 2)}\n`)
