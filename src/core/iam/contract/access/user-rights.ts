import { z } from 'zod'
import { SUBSYSTEMS } from '#kernel/applications.ts'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { CodeText, enumOf, Flag, Id, NameText, Text, UnitText, Version } from '#kernel/primitives.ts'
import { ScopeKind } from '../sign-in/scope.ts'
import { ApplicationCode, RoleBrief, RoleIds, ScopeInput, UnitBrief, USERS, USERS_PATH } from './users.ts'

export const listRolesByUser = defineQuery({
  path: `${USERS_PATH}/roles`,
  permission: `${USERS}/view`,
  summary: { vi: 'Vai trò của một người dùng', en: 'Roles of a user' },
  input: { id: Id },
  output: z.array(RoleBrief),
})

export const grantUserRoles = defineCommand({
  path: `${USERS_PATH}/createRole`,
  permission: `${USERS}/grant`,
  summary: { vi: 'Cấp vai trò cho người dùng', en: 'Grant roles to a user' },
  input: { id: Id, version: Version, roleIds: RoleIds },
})

export const revokeUserRoles = defineCommand({
  path: `${USERS_PATH}/deleteRole`,
  permission: `${USERS}/revoke`,
  summary: { vi: 'Thu vai trò của người dùng', en: 'Revoke roles from a user' },
  input: { id: Id, version: Version, roleIds: RoleIds },
})

export const changeUserScope = defineCommand({
  path: `${USERS_PATH}/changeScope`,
  permission: `${USERS}/grant`,
  summary: { vi: 'Đổi phạm vi dữ liệu', en: 'Change a user’s data scope' },
  input: { id: Id, version: Version, ...ScopeInput },
})

/** The whole set: what is not named is taken away. */
export const changeUserApplications = defineCommand({
  path: `${USERS_PATH}/changeClients`,
  permission: `${USERS}/grant`,
  summary: { vi: 'Đổi ứng dụng của người dùng', en: 'Change a user’s applications' },
  input: { id: Id, version: Version, applications: z.array(ApplicationCode).max(SUBSYSTEMS.length) },
})

export const copyUserAccess = defineCommand({
  path: `${USERS_PATH}/copyAccess`,
  permission: `${USERS}/grant`,
  summary: { vi: 'Sao chép quyền từ người khác', en: 'Copy access from another user' },
  input: {
    id: Id,
    version: Version,
    fromId: Id,
    /** What the user had and the other has not is taken away, and the scope becomes the other's kind of scope. */
    replace: Flag.default(false),
  },
})

export const PERMISSION_STATES = ['OK', 'NO_APPLICATION', 'APPLICATION_LOCKED', 'ROLE_LOCKED', 'USER_INACTIVE'] as const

/** Every permission that any role of the user holds: whether it counts, and where it comes from. */
export const userPermissions = defineQuery({
  path: `${USERS_PATH}/permissions`,
  permission: `${USERS}/view`,
  summary: { vi: 'Quyền đang có hiệu lực của người dùng và nguồn của từng quyền', en: 'Effective permissions of a user and the source of each' },
  input: { id: Id },
  output: z.object({
    scopeKind: ScopeKind,
    scopeUnits: z.array(UnitBrief),
    unitName: UnitText,
    partnerName: NameText,
    items: z.array(
      z.object({
        id: Id,
        uri: CodeText,
        title: Text,
        action: CodeText,
        application: CodeText.nullable(),
        roles: z.array(z.object({ code: CodeText, name: NameText, status: Text })),
        state: enumOf('iam.permissionState', PERMISSION_STATES),
      }),
    ),
  }),
})
