import type { MenuItem } from '#core/iam/server/public.ts'
import { SUBSYSTEMS } from '#kernel/applications.ts'
import { GATEWAY, PUBLIC, SIGNED_IN } from '#kernel/contract.ts'
import type { Text } from '#kernel/language.ts'
import type { MenuNode, ScreenDeclaration, WebManifest } from '#kernel/screens.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import { titleIn } from '#platform/server/labels.ts'

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
  const named: Record<string, Text> = Object.assign({}, ...registry.modules.map(({ permissions }) => permissions))
  for (const uri of [...asked, ...Object.keys(named)]) {
    if (!NAMED.has(uri) && !items.has(uri)) items.set(uri, { uri, titleVi: named[uri]?.vi ?? '', titleEn: named[uri]?.en ?? '', menuLevel: 0 })
  }
  return [...items.values()].sort((a, b) => (a.uri < b.uri ? -1 : 1))
}

/** The name of a screen in both languages; empty where its module has no server part with labels. */
export function screenTitle(registry: Registry, manifest: WebManifest, screen: ScreenDeclaration): Text {
  return titleIn(registry.modules, manifest.module, screen.title)
}

function menuLevels(nodes: readonly MenuNode[], level = 1, levels = new Map<string, number>()): Map<string, number> {
  for (const node of nodes) {
    if ('screen' in node) levels.set(node.screen, level)
    else menuLevels(node.children, level + 1, levels)
  }
  return levels
}

/** The menus of all sub-systems, each from the top: a group before what stands in it. */
export function menuCatalogue(registry: Registry, manifests: readonly WebManifest[]): MenuItem[] {
  return SUBSYSTEMS.flatMap((application) =>
    manifests.filter((manifest) => manifest.subsystem === application).flatMap((manifest) => menuItems(registry, manifest, application)),
  )
}

function menuItems(registry: Registry, manifest: WebManifest, application: MenuItem['application']): MenuItem[] {
  const screens = new Map(manifest.screens.map((screen) => [screen.path, screen]))
  const walk = (node: MenuNode, parentKey: string | null, trail: string, level: number): MenuItem[] => {
    const place = { parentKey, application, level }
    if ('children' in node) {
      const key = `${trail}/${node.title}`
      const { vi: titleVi, en: titleEn } = titleIn(registry.modules, manifest.module, node.title)
      return [
        { ...place, titleVi, titleEn, key, path: null, permission: null, gated: false },
        ...node.children.flatMap((child) => walk(child, key, key, level + 1)),
      ]
    }
    const screen = screens.get(node.screen)
    if (!screen || screen.hidden) return []
    const title = screenTitle(registry, manifest, screen)
    const { path, permission, menuGated = false } = screen
    return [{ ...place, key: path, titleVi: title.vi, titleEn: title.en, path, permission, gated: menuGated }]
  }
  return manifest.menu.flatMap((node) => walk(node, null, manifest.module, 1))
}
