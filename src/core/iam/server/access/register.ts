import type { HoldsMoney } from '#core/organisation/server/public.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import type { Registrar } from '#platform/server/module.ts'
import { registerClients } from './clients/clients.ts'
import { registerMenuPreview } from './menu-rules/menu-preview.ts'
import { registerMenuRules } from './menu-rules/menu-rules.ts'
import { registerPermissions } from './permissions/permissions.ts'
import { registerRoleMembers } from './role-members/role-members.ts'
import { registerRolePermissions } from './role-permissions/role-permissions.ts'
import { registerRoles } from './roles/roles.ts'
import { registerUserChanges } from './users/user-changes.ts'
import { registerUserFacts } from './users/user-facts.ts'
import { registerUserRights } from './users/user-rights.ts'
import { registerUsers } from './users/users.ts'

/** The administration of users, roles, permissions and client applications. */
export function registerAccess(on: Registrar, registry: () => Registry, holdsMoney: readonly HoldsMoney[]): void {
  registerUsers(on)
  registerUserChanges(on, holdsMoney)
  registerUserRights(on)
  registerUserFacts(on, registry)
  registerRoles(on)
  registerRolePermissions(on)
  registerRoleMembers(on)
  registerPermissions(on)
  registerClients(on)
  registerMenuRules(on)
  registerMenuPreview(on)
}
