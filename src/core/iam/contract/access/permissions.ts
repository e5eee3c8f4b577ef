import { z } from 'zod'
import { Changed, defineCommand, defineQuery } from '#kernel/contract.ts'
import { AccountText, CodeText, Count, Flag, Id, NameText, NoteText, OptionalNote, OptionalText, Text, Version } from '#kernel/primitives.ts'

const TREE_BASE = 'user-permission/permission-management/app-permission'
const MATRIX_BASE = 'user-permission/permission-management/permissionByRoles'
const PATH = '/sys/resources/v1'

/** An item of a menu, groups before what stands in them; `key` of a screen is its path. */
const MenuNode = z.object({
  key: z.string(),
  parentKey: z.string().nullable(),
  application: CodeText,
  level: z.number().int(),
  title: Text,
  path: z.string().nullable(),
  permission: CodeText.nullable(),
  gated: Flag,
})

const Resource = z.object({
  id: Id,
  uri: CodeText,
  action: CodeText,
  /** Null: common to all applications. */
  application: CodeText.nullable(),
  /** The name given to it, else its title, else empty. */
  title: Text,
  /** The menu item it belongs to: the screen of the same base, or the one it shares most of its way with; null for none. */
  menuKey: z.string().nullable(),
  /** The caller holds it, and so may give it. */
  held: Flag,
})
export type Resource = z.output<typeof Resource>

export const ResourceTree = z.object({
  applications: z.array(z.object({ code: CodeText, name: NameText, status: Text })),
  menus: z.array(MenuNode),
  permissions: z.array(Resource.extend({ roles: Count, description: NoteText })),
})
export type ResourceTree = z.output<typeof ResourceTree>

export const resourceTree = defineQuery({
  path: `${PATH}/search`,
  permission: `${TREE_BASE}/view`,
  summary: { vi: 'Danh mục quyền: ứng dụng, menu cấp 1 đến 4, quyền', en: 'Permission catalog: applications, menu levels 1 to 4, permissions' },
  input: {},
  output: ResourceTree,
})

export const findResource = defineQuery({
  path: `${PATH}/find`,
  permission: `${TREE_BASE}/view`,
  summary: { vi: 'Chi tiết quyền: vai trò và người dùng có quyền này', en: 'Permission details: roles and users that have it' },
  input: { id: Id },
  output: z.object({
    id: Id,
    uri: CodeText,
    action: CodeText,
    application: CodeText.nullable(),
    /** As they come with the system. */
    titleVi: Text,
    titleEn: Text,
    nameVi: NameText,
    nameEn: NameText,
    description: NoteText,
    version: Version,
    roles: z.array(z.object({ id: Id, code: CodeText, name: NameText, status: Text, members: Count, version: Version })),
    /** Of the caller's scope, by account, at most 100. */
    users: z.array(z.object({ id: Id, account: AccountText, fullName: NameText, roles: Text })),
    totalUsers: Count,
  }),
})

/** The catalogue itself comes from the installed version; what people call it is theirs. */
export const updateResource = defineCommand({
  path: `${PATH}/update`,
  permission: `${TREE_BASE}/update`,
  summary: { vi: 'Đặt tên quyền', en: 'Rename a permission' },
  input: { id: Id, version: Version, nameVi: OptionalText(200), nameEn: OptionalText(200), description: OptionalNote(500) },
})

export const grantResource = defineCommand({
  path: `${PATH}/grant`,
  permission: `${TREE_BASE}/grant`,
  summary: { vi: 'Cấp quyền cho vai trò', en: 'Grant a permission to a role' },
  input: { id: Id, roleId: Id },
})

export const revokeResource = defineCommand({
  path: `${PATH}/revoke`,
  permission: `${TREE_BASE}/revoke`,
  summary: { vi: 'Thu quyền của vai trò', en: 'Revoke a permission from a role' },
  input: { id: Id, roleId: Id, roleVersion: Version },
})

export const permissionMatrix = defineQuery({
  path: `${PATH}/matrix`,
  permission: `${MATRIX_BASE}/view`,
  summary: { vi: 'Ma trận phân quyền theo vai trò', en: 'Permission matrix by role' },
  input: {},
  output: z.object({
    applications: z.array(z.object({ code: CodeText, name: NameText, status: Text })),
    menus: z.array(MenuNode),
    permissions: z.array(Resource),
    roles: z.array(z.object({ id: Id, code: CodeText, name: NameText, status: Text, members: Count, version: Version })),
    /** A list for each role, in the order of the roles: places of its permissions in `permissions`. */
    grants: z.array(z.array(z.number().int())),
  }),
})

const Ids = z.array(Id).max(20_000)

/** All or nothing. Refused (IAM-110) with the roles that somebody else has changed since. */
export const savePermissionMatrix = defineCommand({
  path: `${PATH}/matrix/save`,
  permission: `${MATRIX_BASE}/update`,
  summary: { vi: 'Lưu ma trận phân quyền', en: 'Save the permission matrix' },
  input: {
    changes: z
      .array(z.strictObject({ roleId: Id, version: Version, add: Ids, remove: Ids }))
      .min(1)
      .max(1000),
  },
  output: z.object({ roles: z.array(Changed) }),
})
