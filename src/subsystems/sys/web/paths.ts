/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  users: '/user-permission/user-management/users',
  roles: '/user-permission/user-management/roles',
  appPermission: '/user-permission/permission-management/app-permission',
  permissionByRoles: '/user-permission/permission-management/permissionByRoles',
  appConfig: '/user-permission/permission-management/appConfig',
  globalParam: '/system-config/global-param',
  auditLog: '/system-config/audit-log',
  globalList: '/system-config/global-list',
  mailOutbox: '/system-config/mail-outbox',
  jobs: '/system-config/jobs',
  administrativeArea: '/category/administrative-area',
  administrativeAreaImport: '/category/administrative-area/import-file',
} as const
