import type { Registrar } from '#platform/server/module.ts'
import { registerClients } from './clients.ts'
import { registerMenuPreview } from './menu-preview.ts'
import { registerMenuRules } from './menu-rules.ts'
import { registerResources } from './resources.ts'
import { registerRoleChanges } from './role-changes.ts'
import { registerRoles } from './roles.ts'
import { registerUserChanges } from './user-changes.ts'
import { registerUserFacts } from './user-facts.ts'
import { registerUserRights } from './user-rights.ts'
import { registerUsers } from './users.ts'

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
