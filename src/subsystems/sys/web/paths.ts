/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  users: '/user-permission/user-management/users',
  usersImport: '/user-permission/user-management/users/import-file',
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
  assign: '/general-configuration/assign',
  assignmentBusiness: '/general-configuration/assignmentBusiness',
  managePolicy: '/product-policy/manage-policy',
  createPolicy: '/product-policy/manage-policy/create-policy',
  detailPolicy: '/product-policy/manage-policy/detail-policy/{id}',
  editPolicy: '/product-policy/manage-policy/edit-policy/{id}',
} as const

export const policyPath = (id: string): string => paths.detailPolicy.replace('{id}', id)
export const policyEditPath = (id: string): string => paths.editPolicy.replace('{id}', id)
