import { defineManifest } from '#kernel/screens.ts'
import { paths } from './paths.ts'

/** Permissions are named, not taken from the contracts: every page loads the manifests, and would load the contracts with them. */
export const manifest = defineManifest({
  module: 'sys',
  subsystem: 'PP_SYS',
  screens: [
    { path: paths.users, permission: 'user-permission/user-management/users/view', title: 'users' },
    { path: paths.usersImport, permission: 'user-permission/user-management/users/import', title: 'usersImport', hidden: true },
    { path: paths.roles, permission: 'user-permission/user-management/roles/view', title: 'roles' },
    { path: paths.appPermission, permission: 'user-permission/permission-management/app-permission/view', title: 'appPermission' },
    { path: paths.permissionByRoles, permission: 'user-permission/permission-management/permissionByRoles/view', title: 'permissionByRoles' },
    { path: paths.appConfig, permission: 'user-permission/permission-management/appConfig/view', title: 'appConfig' },
    { path: paths.globalParam, permission: 'system-config/global-param/view', title: 'globalParam' },
    { path: paths.globalList, permission: 'system-config/global-list/view', title: 'globalList' },
    { path: paths.mailOutbox, permission: 'system-config/mail-outbox/view', title: 'mailOutbox' },
    { path: paths.auditLog, permission: 'system-config/audit-log/view', title: 'auditLog' },
    { path: paths.jobs, permission: 'system-config/jobs/view', title: 'jobs' },
    { path: paths.administrativeArea, permission: 'category/administrative-area/view', title: 'administrativeArea' },
    { path: paths.administrativeAreaImport, permission: 'category/administrative-area/import', title: 'administrativeAreaImport', hidden: true },
    { path: paths.assign, permission: 'general-configuration/assign/view', title: 'assign' },
    { path: paths.assignmentBusiness, permission: 'general-configuration/assignmentBusiness/view', title: 'assignmentBusiness' },
    { path: paths.managePolicy, permission: 'product-policy/manage-policy/view', title: 'managePolicy' },
    { path: paths.createPolicy, permission: 'product-policy/manage-policy/create', title: 'createPolicy', hidden: true },
    { path: paths.detailPolicy, permission: 'product-policy/manage-policy/view', title: 'detailPolicy', hidden: true },
    { path: paths.editPolicy, permission: 'product-policy/manage-policy/update', title: 'editPolicy', hidden: true },
  ],
  menu: [
    {
      title: 'systemConfig',
      icon: 'settings',
      children: [{ screen: paths.globalParam }, { screen: paths.globalList }, { screen: paths.mailOutbox }, { screen: paths.jobs }, { screen: paths.auditLog }],
    },
    { title: 'userManagement', icon: 'user', children: [{ screen: paths.users }, { screen: paths.roles }] },
    {
      title: 'permissionManagement',
      icon: 'lock',
      children: [{ screen: paths.appPermission }, { screen: paths.permissionByRoles }, { screen: paths.appConfig }],
    },
    { title: 'productPolicy', icon: 'product', children: [{ screen: paths.managePolicy }] },
    { title: 'generalConfiguration', icon: 'settings', children: [{ screen: paths.assign }, { screen: paths.assignmentBusiness }] },
    { title: 'category', icon: 'area', children: [{ screen: paths.administrativeArea }] },
  ],
})
