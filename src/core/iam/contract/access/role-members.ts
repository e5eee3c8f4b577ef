import { z } from 'zod'
import { defineCommand, defineList } from '#kernel/contract.ts'
import { AccountText, Count, Id, NameText, SearchText, UnitText } from '#kernel/primitives.ts'
import { ROLES, ROLES_PATH } from './roles.ts'
import { userStatus } from './users.ts'

export const listRoleMembers = defineList({
  path: `${ROLES_PATH}/members/search`,
  permission: `${ROLES}/view`,
  summary: { vi: 'Người dùng của một vai trò, trong phạm vi của mình', en: 'Users with a role, within the caller’s scope' },
  entity: 'iam.roleMember',
  filter: { roleId: Id, text: SearchText },
  row: z.object({ id: Id, account: AccountText, fullName: NameText, place: UnitText, status: userStatus.status }),
  sort: ['account', 'fullName'],
  defaultSort: 'account',
})

const UserIds = z.array(Id).min(1).max(500)

export const grantRoleUsers = defineCommand({
  path: `${ROLES_PATH}/grantUsers`,
  permission: `${ROLES}/grant`,
  summary: { vi: 'Thêm người dùng vào vai trò', en: 'Grant a role to users' },
  input: { id: Id, userIds: UserIds },
  output: z.object({ id: Id, changed: Count }),
})

export const revokeRoleUsers = defineCommand({
  path: `${ROLES_PATH}/revokeUsers`,
  permission: `${ROLES}/revoke`,
  summary: { vi: 'Bỏ người dùng khỏi vai trò', en: 'Remove users from a role' },
  input: { id: Id, userIds: UserIds },
  output: z.object({ id: Id, changed: Count }),
})
