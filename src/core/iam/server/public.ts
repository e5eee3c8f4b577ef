/** The door of identity and access: the module, who is calling, users, the permission catalogue. */
export { type MenuItem, syncMenus } from './access/menus.ts'
export { createFirstAdministrator } from './administrator.ts'
export { demoAccounts, demoPasswordWorks, seedDemoUsers } from './demo.ts'
export { iamModule } from './module.ts'
export { applicationOf, type PermissionItem, syncPermissions } from './permissions.ts'
export { createSessionResolver } from './resolver.ts'
export { demoTotpSecret, otpAt, stepOf } from './totp.ts'
export { createUsers, type UserInput } from './users.ts'
