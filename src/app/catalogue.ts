import { GATEWAY, PUBLIC, SIGNED_IN } from '#kernel/contract.ts'
import type { Text } from '#kernel/language.ts'
import type { MenuNode, ScreenDeclaration, WebManifest } from '#kernel/screens.ts'
import type { Registry } from '#platform/server/http/registry.ts'

/** One permission that some contract or screen asks for. */
export interface CatalogueItem {
  uri: string
  titleVi: string
  titleEn: string
  /** 1 to 4 for what opens a menu item, 0 for the rest. */
  menuLevel: number
}

const NAMED = new Set([PUBLIC, SIGNED_IN, GATEWAY])

/** Every permission of the system: those of the endpoints (exports included), of the screens and those that handlers ask for, each once, sorted. */
export function permissionCatalogue(registry: Registry, manifests: readonly WebManifest[]): CatalogueItem[] {
  const items = new Map<string, CatalogueItem>()
  for (const manifest of manifests) {
    const levels = menuLevels(manifest.menu)
    for (const screen of manifest.screens) {
      if (NAMED.has(screen.permission)) continue
      const title = screenTitle(registry, manifest, screen)
      const menuLevel = levels.get(screen.path) ?? 0
      const known = items.get(screen.permission)
      // Of several screens under one permission the one with a menu item names it.
      if (!known || (known.menuLevel === 0 && menuLevel > 0))
        items.set(screen.permission, { uri: screen.permission, titleVi: title.vi, titleEn: title.en, menuLevel })
    }
  }
  const asked = [...registry.entries.values()].map(({ contract }) => contract.permission)
  for (const uri of [...asked, ...registry.modules.flatMap((module) => module.permissions ?? [])]) {
    if (!NAMED.has(uri) && !items.has(uri)) items.set(uri, { uri, titleVi: '', titleEn: '', menuLevel: 0 })
  }
  return [...items.values()].sort((a, b) => (a.uri < b.uri ? -1 : 1))
}

/** The name of a screen in both languages; empty where its module has no server part with labels. */
export function screenTitle(registry: Registry, manifest: WebManifest, screen: ScreenDeclaration): Text {
  const labels = registry.modules.find((module) => module.name === manifest.module)?.labels
  return { vi: labels?.vi.screens[screen.title] ?? '', en: labels?.en.screens[screen.title] ?? '' }
}

function menuLevels(nodes: readonly MenuNode[], level = 1, levels = new Map<string, number>()): Map<string, number> {
  for (const node of nodes) {
    if ('screen' in node) levels.set(node.screen, level)
    else menuLevels(node.children, level + 1, levels)
  }
  return levels
}
