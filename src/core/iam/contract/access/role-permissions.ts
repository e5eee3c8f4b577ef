import { z } from 'zod'
import { defineCommand, defineQuery } from '#kernel/contract.ts'
import { Id, Version } from '#kernel/primitives.ts'
import { ResourceTree } from './permissions.ts'
import { ROLES, ROLES_PATH } from './roles.ts'

/** The catalogue that the permission tree of a role is drawn from. */
export const roleResources = defineQuery({
  path: `${ROLES_PATH}/resources`,
  permission: `${ROLES}/view`,
  summary: { vi: 'Menu và quyền của mọi ứng dụng', en: 'Menus and permissions of all applications' },
  input: {},
  output: ResourceTree,
})

/** The whole set: what is not named is taken away. */
export const saveRoleResources = defineCommand({
  path: `${ROLES_PATH}/saveResources`,
  permission: `${ROLES}/update`,
  summary: { vi: 'Đổi quyền của vai trò', en: 'Change role permissions' },
  input: { id: Id, version: Version, permissionIds: z.array(Id).max(20_000) },
})
