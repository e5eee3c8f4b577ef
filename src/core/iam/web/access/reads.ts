import { findResource, permissionMatrix, resourceTree } from '#core/iam/contract/access/permissions.ts'
import { listRoleMembers } from '#core/iam/contract/access/role-members.ts'
import { roleResources } from '#core/iam/contract/access/role-permissions.ts'
import { findRole, listRoles, roleOptions } from '#core/iam/contract/access/roles.ts'
import { userPermissions } from '#core/iam/contract/access/user-rights.ts'
import { findUser, listUsers } from '#core/iam/contract/access/users.ts'

/** Out of date when somebody is given or loses a role, or a role a permission: each side shows the other, with its version. */
export const accessReads = [
  listUsers,
  findUser,
  userPermissions,
  listRoles,
  findRole,
  listRoleMembers,
  roleOptions,
  resourceTree,
  roleResources,
  findResource,
  permissionMatrix,
]
