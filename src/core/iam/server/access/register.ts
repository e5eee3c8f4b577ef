import type { Registrar } from '#platform/server/module.ts'
import { registerClients } from './clients/clients.ts'
import { registerMenuPreview } from './clients/menu-preview.ts'
import { registerMenuRules } from './clients/menu-rules.ts'
import { registerResources } from './permissions/resources.ts'
import { registerRoleChanges } from './roles/role-changes.ts'
import { registerRoles } from './roles/roles.ts'
import { registerUserChanges } from './users/user-changes.ts'
import { registerUserFacts } from './users/user-facts.ts'
import { registerUserRights } from './users/user-rights.ts'
import { registerUsers } from './users/users.ts'

/** The administration of users, roles, permissions and client applications. */
export function registerAccess(on: Registrar): void {
  registerUsers(on)
  registerUserChanges(on)
  registerUserRights(on)
  registerUserFacts(on)
  registerRoles(on)
  registerRoleChanges(on)
  registerResources(on)
  registerClients(on)
  registerMenuRules(on)
  registerMenuPreview(on)
}
