import type { ResourceTree } from '#core/iam/contract/access/permissions.ts'
import { matchesText } from '#kernel/text.ts'

type Permission = ResourceTree['permissions'][number]

/** A node of the catalogue as a tree: application, menu (group or screen), permission. */
export interface CatalogueNode {
  /** 'a:CODE', 'm:/path/of/a/screen', 'p:17' */
  key: string
  kind: 'application' | 'group' | 'screen' | 'rest' | 'permission'
  title: string
  /** Of a permission; the menu level of a group or screen. */
  permission?: Pick<Permission, 'id' | 'uri' | 'action' | 'held'>
  level?: number
  children: CatalogueNode[]
}

export const permissionKey = (id: string) => `p:${id}`

export function idOfKey(key: string): string | undefined {
  return key.startsWith('p:') ? key.slice(2) : undefined
}

interface Words {
  action: (action: string) => string
  /** Permissions that stand under no screen. */
  rest: string
  /** Permissions common to all applications. */
  common: string
}

type Catalogue = Pick<ResourceTree, 'applications' | 'menus'> & {
  permissions: readonly Pick<Permission, 'id' | 'uri' | 'action' | 'held' | 'application' | 'title' | 'menuKey'>[]
}

/** Applications → menus of levels 1 to 4 → actions; what belongs to no screen stands last. Branches without a permission are left out. */
export function catalogueTree({ applications, menus, permissions }: Catalogue, words: Words): CatalogueNode[] {
  const leaf = (permission: Catalogue['permissions'][number], screenTitle: string): CatalogueNode => {
    const action = words.action(permission.action)
    const own = permission.title !== '' && permission.title !== screenTitle ? `${permission.title} · ${action}` : action
    return { key: permissionKey(permission.id), kind: 'permission', title: own, permission, children: [] }
  }
  const ofMenu = Map.groupBy(permissions, (permission) => permission.menuKey)
  const belowMenu = Map.groupBy(menus, (menu) => menu.parentKey)
  const menuNode = (menu: ResourceTree['menus'][number]): CatalogueNode[] => {
    const leaves = (ofMenu.get(menu.key) ?? []).map((permission) => leaf(permission, menu.title))
    const children = [...leaves, ...(belowMenu.get(menu.key) ?? []).flatMap(menuNode)]
    return children.length === 0
      ? []
      : [{ key: `m:${menu.key}`, kind: menu.path === null ? 'group' : 'screen', title: menu.title, level: menu.level, children }]
  }
  const loose = (application: string | null) => (ofMenu.get(null) ?? []).filter((permission) => permission.application === application)
  const rest = (key: string, title: string, of: string | null): CatalogueNode[] => {
    const leaves = loose(of).map((permission) => ({
      ...leaf(permission, ''),
      title: `${permission.title || permission.uri} · ${words.action(permission.action)}`,
    }))
    return leaves.length === 0 ? [] : [{ key, kind: 'rest', title, children: leaves }]
  }
  const tops = (belowMenu.get(null) ?? []) as ResourceTree['menus']
  const trees = applications.flatMap(({ code, name }): CatalogueNode[] => {
    const children = [...tops.filter((menu) => menu.application === code).flatMap(menuNode), ...rest(`r:${code}`, words.rest, code)]
    return children.length === 0 ? [] : [{ key: `a:${code}`, kind: 'application', title: name, children }]
  })
  return [...trees, ...rest('a:', words.common, null)]
}

/** What of the tree holds the words: a branch whose own name does stays whole. */
export function filteredTree(nodes: readonly CatalogueNode[], text: string): CatalogueNode[] {
  if (text.trim() === '') return [...nodes]
  return nodes.flatMap((node) => {
    if (matchesText(`${node.title} ${node.permission?.uri ?? ''}`, text)) return [node]
    const children = filteredTree(node.children, text)
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}

/** Ids of the permissions in a tree. */
export function idsIn(nodes: readonly CatalogueNode[]): string[] {
  return nodes.flatMap((node) => (node.permission ? [node.permission.id] : idsIn(node.children)))
}

/** Keys of the branches, so that a search shows what it has found. */
export function branchKeys(nodes: readonly CatalogueNode[]): string[] {
  return nodes.flatMap((node) => (node.children.length === 0 ? [] : [node.key, ...branchKeys(node.children)]))
}
