import { z } from 'zod'
import { defineCommand, defineList, defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import {
  AccountText,
  CodeText,
  Count,
  Flag,
  Id,
  NameText,
  NoteText,
  OptionalNote,
  RequiredText,
  SearchText,
  Text,
  Timestamp,
  UnitText,
  Version,
} from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'
import { ResourceTree } from './resources.ts'
import { userStatus } from './users.ts'

const BASE = 'user-permission/user-management/roles'
const PATH = '/sys/role/v1'

/** A locked role gives nothing to its members. */
export const roleStatus = defineMachine({
  name: 'iam.roleStatus',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' } },
  events: { lock: { from: ['ACTIVE'], to: 'LOCKED' }, unlock: { from: ['LOCKED'], to: 'ACTIVE' } },
})

export const RoleCode = z
  .string()
  .trim()
  .min(2)
  .max(64)
  .regex(/^[A-Z0-9_]+$/, { error: ruleError('codeStrict') })
  .meta({ kind: 'code' })

const Role = z.object({
  id: Id,
  code: CodeText,
  name: NameText,
  description: NoteText,
  permissions: Count,
  members: Count,
  status: roleStatus.status,
  updatedAt: Timestamp,
  updatedBy: AccountText,
  version: Version,
})

export const listRoles = defineList({
  path: `${PATH}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Vai trò', en: 'Roles' },
  entity: 'iam.role',
  filter: {
    /** Part of the code, the name or the description. */
    text: SearchText,
    status: roleStatus.status.optional(),
  },
  row: Role,
  sort: ['code', 'name', 'updatedAt'],
  defaultSort: 'code',
})

export const findRole = defineQuery({
  path: `${PATH}/find`,
  permission: `${BASE}/view`,
  summary: { vi: 'Chi tiết vai trò và các quyền', en: 'One role with the ids of its permissions' },
  input: { id: Id },
  output: Role.extend({ permissionIds: z.array(Id) }),
})

/** The catalogue that the permission tree of a role is drawn from. */
export const roleResources = defineQuery({
  path: `${PATH}/resources`,
  permission: `${BASE}/view`,
  summary: { vi: 'Menu và quyền của mọi ứng dụng', en: 'Menus and permissions of all applications' },
  input: {},
  output: ResourceTree,
})

/** Roles to choose from; `grantable`: the caller holds all that the role gives. For whoever may look at users, roles or applications. */
export const roleOptions = defineQuery({
  method: 'POST',
  path: `${PATH}/options`,
  permission: SIGNED_IN,
  summary: { vi: 'Vai trò để chọn', en: 'Roles to choose from' },
  input: { text: SearchText },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText, status: Text, grantable: Flag })),
})

const Named = { name: RequiredText(120), description: OptionalNote(500) }
const PermissionIds = z.array(Id).max(20_000)
const Changed = z.object({ id: Id, version: Version })

export const createRole = defineCommand({
  path: `${PATH}/create`,
  permission: `${BASE}/create`,
  summary: { vi: 'Tạo vai trò', en: 'Create a role' },
  input: { code: RoleCode, ...Named },
  output: Changed,
})

export const updateRole = defineCommand({
  path: `${PATH}/update`,
  permission: `${BASE}/update`,
  summary: { vi: 'Sửa vai trò', en: 'Change a role' },
  input: { id: Id, version: Version, ...Named },
  output: Changed,
})

export const deleteRole = defineCommand({
  path: `${PATH}/delete`,
  permission: `${BASE}/delete`,
  summary: { vi: 'Xoá vai trò', en: 'Delete a role' },
  input: { id: Id, version: Version },
  output: Changed,
})

export const cloneRole = defineCommand({
  path: `${PATH}/clone`,
  permission: `${BASE}/create`,
  summary: { vi: 'Nhân bản vai trò', en: 'Copy a role' },
  input: { fromId: Id, code: RoleCode, ...Named },
  output: Changed,
})

export const changeRoleStatus = defineCommand({
  path: `${PATH}/changeStatus`,
  permission: `${BASE}/change-status`,
  summary: { vi: 'Khoá, mở khoá vai trò', en: 'Lock or unlock a role' },
  fires: [roleStatus, 'lock', 'unlock'],
  input: { id: Id, version: Version, status: roleStatus.status },
  output: Changed,
})

/** The whole set: what is not named is taken away. */
export const saveRoleResources = defineCommand({
  path: `${PATH}/saveResources`,
  permission: `${BASE}/update`,
  summary: { vi: 'Đổi quyền của vai trò', en: 'Change the permissions of a role' },
  input: { id: Id, version: Version, permissionIds: PermissionIds },
  output: Changed,
})

export const listRoleMembers = defineList({
  path: `${PATH}/members/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Người dùng của một vai trò, trong phạm vi của mình', en: 'Users of a role, of the caller’s scope' },
  entity: 'iam.roleMember',
  filter: { roleId: Id, text: SearchText },
  row: z.object({ id: Id, account: AccountText, fullName: NameText, place: UnitText, status: userStatus.status }),
  sort: ['account', 'fullName'],
  defaultSort: 'account',
})

const UserIds = z.array(Id).min(1).max(500)

export const grantRoleUsers = defineCommand({
  path: `${PATH}/grantUsers`,
  permission: `${BASE}/grant`,
  summary: { vi: 'Thêm người dùng vào vai trò', en: 'Grant a role to users' },
  input: { id: Id, userIds: UserIds },
  output: z.object({ id: Id, changed: Count }),
})

export const revokeRoleUsers = defineCommand({
  path: `${PATH}/revokeUsers`,
  permission: `${BASE}/revoke`,
  summary: { vi: 'Bỏ người dùng khỏi vai trò', en: 'Revoke a role of users' },
  input: { id: Id, userIds: UserIds },
  output: z.object({ id: Id, changed: Count }),
})
