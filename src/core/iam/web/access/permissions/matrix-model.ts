import type { permissionMatrix } from '#core/iam/contract/access/permissions.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { matchesText } from '#kernel/text.ts'

export type Matrix = OutputOf<typeof permissionMatrix>
export type MatrixRole = Matrix['roles'][number]
export type MatrixPermission = Matrix['permissions'][number]

/** Boxes that differ from what is kept, by 'role:permission': given or taken away. Ids, so that they outlive a reload. */
export type Pending = ReadonlyMap<string, boolean>

export const cellKey = (roleId: string, permissionId: string) => `${roleId}:${permissionId}`

/** What is kept: permission ids by role id. */
export function grantsOf({ roles, permissions, grants }: Pick<Matrix, 'roles' | 'permissions' | 'grants'>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(roles.map((role, at) => [role.id, new Set((grants[at] ?? []).flatMap((place) => permissions[place]?.id ?? []))]))
}

/** The box turned over: pending, or no longer so when it is back where it was. */
export function toggled(pending: Pending, kept: ReadonlyMap<string, ReadonlySet<string>>, roleId: string, permissionId: string): Pending {
  const key = cellKey(roleId, permissionId)
  const next = new Map(pending)
  const had = kept.get(roleId)?.has(permissionId) ?? false
  if (next.has(key)) next.delete(key)
  else next.set(key, !had)
  return next
}

/** After a reload: what somebody else has done meanwhile is not pending any more, nor is what concerns a role or permission that is gone. */
export function rebased(pending: Pending, matrix: Matrix): Pending {
  const kept = grantsOf(matrix)
  const known = new Set(matrix.permissions.map(({ id }) => id))
  return new Map(
    [...pending].filter(([key, wanted]) => {
      const [roleId = '', permissionId = ''] = key.split(':')
      const had = kept.get(roleId)
      return had !== undefined && known.has(permissionId) && had.has(permissionId) !== wanted
    }),
  )
}

export interface RoleDiff {
  role: MatrixRole
  add: MatrixPermission[]
  remove: MatrixPermission[]
}

/** What saving would do, role by role, in the order of the matrix. */
export function diffOf(pending: Pending, { roles, permissions }: Pick<Matrix, 'roles' | 'permissions'>): RoleDiff[] {
  if (pending.size === 0) return []
  return roles.flatMap((role) => {
    const of = (wanted: boolean) => permissions.filter((permission) => pending.get(cellKey(role.id, permission.id)) === wanted)
    const diff = { role, add: of(true), remove: of(false) }
    return diff.add.length + diff.remove.length === 0 ? [] : [diff]
  })
}

/** A line of the matrix: the heading of a menu item or application, or a permission. */
export type MatrixLine = { kind: 'heading'; key: string; title: string; level: number } | { kind: 'permission'; key: string; permission: MatrixPermission }

interface Conditions {
  application: string | undefined
  text: string
  /** Only permissions that some pending box concerns. */
  changedOnly: boolean
}

/** Lines in the order of the menus, each application and screen under its heading; headings without a permission are left out. */
export function linesOf(
  { applications, menus, permissions }: Matrix,
  pending: Pending,
  { application, text, changedOnly }: Conditions,
  common: string,
): MatrixLine[] {
  const changed = new Set([...pending.keys()].map((key) => key.slice(key.indexOf(':') + 1)))
  const titles = new Map(menus.map((menu) => [menu.key, menu.title]))
  const fits = (permission: MatrixPermission) =>
    (!application || permission.application === application) &&
    (!changedOnly || changed.has(permission.id)) &&
    matchesText(`${permission.uri} ${permission.title} ${titles.get(permission.menuKey ?? '') ?? ''}`, text)
  const ofApplication = Map.groupBy(permissions.filter(fits), (permission) => permission.application)
  const section = (title: string, code: string | null): MatrixLine[] => {
    const own = ofApplication.get(code) ?? []
    if (own.length === 0) return []
    const ofMenu = Map.groupBy(own, (permission) => permission.menuKey)
    const order = [...menus.map((menu) => menu.key), null]
    const lines = order.flatMap((key): MatrixLine[] => {
      const list = ofMenu.get(key) ?? []
      if (list.length === 0) return []
      const rows = list.map((permission): MatrixLine => ({ kind: 'permission', key: permission.id, permission }))
      return key === null ? rows : [{ kind: 'heading', key: `${code}/${key}`, title: titles.get(key) ?? '', level: 2 }, ...rows]
    })
    return [{ kind: 'heading', key: `a:${code}`, title, level: 1 }, ...lines]
  }
  return [...applications.flatMap(({ code, name }) => section(name, code)), ...section(common, null)]
}
