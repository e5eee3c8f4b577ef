import { effectiveAssignments, listAssignments } from '#core/assignment/contract/assignment.ts'
import { listAudit } from '#core/audit/contract/audit.ts'
import { listClients } from '#core/iam/contract/access/clients.ts'
import { permissionMatrix, resourceTree } from '#core/iam/contract/access/resources.ts'
import { listRoles } from '#core/iam/contract/access/roles.ts'
import { importUsers } from '#core/iam/contract/access/user-import.ts'
import { listUsers } from '#core/iam/contract/access/users.ts'
import { listJobs } from '#core/jobs/contract/jobs.ts'
import { listMails } from '#core/mail/contract/mail.ts'
import { listAreas } from '#core/masterdata/contract/areas/area.ts'
import { importAreas } from '#core/masterdata/contract/areas/area-import.ts'
import { listGlobalLists } from '#core/masterdata/contract/lists/global-list.ts'
import { listParameters } from '#core/masterdata/contract/parameters/parameter.ts'
import { createPolicy, findPolicy, listPolicies, updatePolicy } from '#core/policy/contract/policy.ts'
import { defineManifest } from '#kernel/screens.ts'
import { paths } from './paths.ts'

export const manifest = defineManifest({
  module: 'sys',
  subsystem: 'PP_SYS',
  screens: [
    { path: paths.users, permission: listUsers.permission, title: 'users' },
    { path: paths.usersImport, permission: importUsers.permission, title: 'usersImport', hidden: true },
    { path: paths.roles, permission: listRoles.permission, title: 'roles' },
    { path: paths.appPermission, permission: resourceTree.permission, title: 'appPermission' },
    { path: paths.permissionByRoles, permission: permissionMatrix.permission, title: 'permissionByRoles' },
    { path: paths.appConfig, permission: listClients.permission, title: 'appConfig' },
    { path: paths.globalParam, permission: listParameters.permission, title: 'globalParam' },
    { path: paths.globalList, permission: listGlobalLists.permission, title: 'globalList' },
    { path: paths.mailOutbox, permission: listMails.permission, title: 'mailOutbox' },
    { path: paths.auditLog, permission: listAudit.permission, title: 'auditLog' },
    { path: paths.jobs, permission: listJobs.permission, title: 'jobs' },
    { path: paths.administrativeArea, permission: listAreas.permission, title: 'administrativeArea' },
    { path: paths.administrativeAreaImport, permission: importAreas.permission, title: 'administrativeAreaImport', hidden: true },
    { path: paths.assign, permission: listAssignments.permission, title: 'assign' },
    { path: paths.assignmentBusiness, permission: effectiveAssignments.permission, title: 'assignmentBusiness' },
    { path: paths.managePolicy, permission: listPolicies.permission, title: 'managePolicy' },
    { path: paths.createPolicy, permission: createPolicy.permission, title: 'createPolicy', hidden: true },
    { path: paths.detailPolicy, permission: findPolicy.permission, title: 'detailPolicy', hidden: true },
    { path: paths.editPolicy, permission: updatePolicy.permission, title: 'editPolicy', hidden: true },
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
