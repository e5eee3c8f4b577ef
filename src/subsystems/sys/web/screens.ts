import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

export const sysScreens = defineScreens(manifest, {
  [paths.users]: () => import('./access/users-screen.tsx'),
  [paths.usersImport]: () => import('./access/user-import-screen.tsx'),
  [paths.roles]: () => import('./access/roles-screen.tsx'),
  [paths.appPermission]: () => import('./access/resources-screen.tsx'),
  [paths.permissionByRoles]: () => import('./access/matrix-screen.tsx'),
  [paths.appConfig]: () => import('./access/clients-screen.tsx'),
  [paths.globalParam]: () => import('./parameter-screen.tsx'),
  [paths.globalList]: () => import('./global-list-screen.tsx'),
  [paths.mailOutbox]: () => import('./mail-outbox.tsx'),
  [paths.auditLog]: () => import('./audit-screen.tsx'),
  [paths.jobs]: () => import('./job-screen.tsx'),
  [paths.administrativeArea]: () => import('./area-screen.tsx'),
  [paths.administrativeAreaImport]: () => import('./area-import-screen.tsx'),
  [paths.assign]: () => import('./assignment-screen.tsx'),
  [paths.assignmentBusiness]: () => import('./effective-screen.tsx'),
  [paths.managePolicy]: () => import('./policy-screen.tsx'),
  [paths.createPolicy]: () => import('./policy-create-screen.tsx'),
  [paths.detailPolicy]: () => import('./policy-detail.tsx'),
  [paths.editPolicy]: () => import('./policy-edit-screen.tsx'),
})
