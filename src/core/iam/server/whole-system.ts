import { CLIENTS } from '#core/iam/contract/access/clients.ts'
import { grantResource, revokeResource, savePermissionMatrix, updateResource } from '#core/iam/contract/access/permissions.ts'
import { ROLES } from '#core/iam/contract/access/roles.ts'

/** Roles, permissions and applications hold for everybody. Giving a role to a person changes that person: it goes by the scope in which they are. */
export const wholeSystem = [
  ...['create', 'update', 'delete', 'change-status'].map((action) => `${ROLES}/${action}`),
  ...['create', 'update', 'delete', 'lock', 'unlock', 'config'].map((action) => `${CLIENTS}/${action}`),
  ...[updateResource, grantResource, revokeResource, savePermissionMatrix].map(({ permission }) => permission),
]
