import { z } from 'zod'
import { defineCommand, defineList, defineQuery, SIGNED_IN } from '#kernel/contract.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { defineMachine } from '#kernel/machine.ts'
import { CodeText, Count, Flag, Id, NameText, NoteText, OptionalNote, RequiredText, SearchText, Stamped, Text, Version } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

export const roleErrors = defineErrors({
  roleTaken: error('IAM-107', 409, { vi: 'Vai trò {code} đã tồn tại', en: 'The role {code} already exists' }),
  roleUsed: error('IAM-108', 409, { vi: 'Vai trò đang được dùng bởi: {names}', en: 'The role is in use by: {names}' }),
})

export const ROLES = 'user-permission/user-management/roles'
export const ROLES_PATH = '/sys/role/v1'

/** A locked role gives nothing to its members. */
export const roleStatus = defineMachine({
  name: 'iam.roleStatus',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'attention' } },
  events: { lock: { from: ['ACTIVE'], to: 'LOCKED' }, unlock: { from: ['LOCKED'], to: 'ACTIVE' } },
})

/** Kept in capitals, however it is typed: two roles never differ by case alone. */
export const RoleCode = z
  .string()
  .trim()
  .min(2)
  .max(64)
  .regex(/^[A-Za-z0-9_]+$/, { error: ruleError('codeStrict') })
  .toUpperCase()
  .meta({ kind: 'code' })

const Role = z.object({
  id: Id,
  code: CodeText,
  name: NameText,
  description: NoteText,
  permissions: Count,
  members: Count,
  status: roleStatus.status,
  ...Stamped,
})

export const listRoles = defineList({
  path: `${ROLES_PATH}/search`,
  permission: `${ROLES}/view`,
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
  path: `${ROLES_PATH}/find`,
  permission: `${ROLES}/view`,
  summary: { vi: 'Chi tiết vai trò và các quyền', en: 'Role details with permissions' },
  input: { id: Id },
  output: Role.extend({ permissionIds: z.array(Id) }),
})

/** Roles to choose from; `grantable`: the caller holds all that the role gives. For whoever may look at users, roles or applications. */
export const roleOptions = defineQuery({
  method: 'POST',
  path: `${ROLES_PATH}/options`,
  permission: SIGNED_IN,
  summary: { vi: 'Vai trò để chọn', en: 'Roles to select from' },
  input: { text: SearchText },
  output: z.array(z.object({ id: Id, code: CodeText, name: NameText, status: Text, grantable: Flag })),
})

const Named = { name: RequiredText(120), description: OptionalNote(500) }
export const createRole = defineCommand({
  path: `${ROLES_PATH}/create`,
  permission: `${ROLES}/create`,
  summary: { vi: 'Tạo vai trò', en: 'Create a role' },
  input: { code: RoleCode, ...Named },
})

export const updateRole = defineCommand({
  path: `${ROLES_PATH}/update`,
  permission: `${ROLES}/update`,
  summary: { vi: 'Sửa vai trò', en: 'Edit a role' },
  input: { id: Id, version: Version, ...Named },
})

export const deleteRole = defineCommand({
  path: `${ROLES_PATH}/delete`,
  permission: `${ROLES}/delete`,
  summary: { vi: 'Xoá vai trò', en: 'Delete a role' },
  input: { id: Id, version: Version },
})

export const cloneRole = defineCommand({
  path: `${ROLES_PATH}/clone`,
  permission: `${ROLES}/create`,
  summary: { vi: 'Nhân bản vai trò', en: 'Duplicate a role' },
  input: { fromId: Id, code: RoleCode, ...Named },
})

export const changeRoleStatus = defineCommand({
  path: `${ROLES_PATH}/changeStatus`,
  permission: `${ROLES}/change-status`,
  summary: { vi: 'Khoá, mở khoá vai trò', en: 'Lock or unlock a role' },
  fires: [roleStatus, 'lock', 'unlock'],
  input: { id: Id, version: Version, status: roleStatus.status },
})
