import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

export const sysScreens = defineScreens(manifest, {
  [paths.users]: () => import('#core/iam/web/access/users/users-screen.tsx'),
  [paths.usersImport]: () => import('#core/iam/web/access/users/user-import-screen.tsx'),
  [paths.roles]: () => import('#core/iam/web/access/roles/roles-screen.tsx'),
  [paths.appPermission]: () => import('#core/iam/web/access/permissions/resources-screen.tsx'),
  [paths.permissionByRoles]: () => import('#core/iam/web/access/permissions/matrix-screen.tsx'),
  [paths.appConfig]: () => import('#core/iam/web/access/clients/clients-screen.tsx'),
  [paths.globalParam]: () => import('#core/masterdata/web/parameters/parameter-screen.tsx'),
  [paths.globalList]: () => import('#core/masterdata/web/lists/global-list-screen.tsx'),
  [paths.mailOutbox]: () => import('#core/mail/web/mail-outbox.tsx'),
  [paths.auditLog]: () => import('#core/audit/web/audit-screen.tsx'),
  [paths.jobs]: () => import('#core/jobs/web/job-screen.tsx'),
  [paths.administrativeArea]: () => import('#core/masterdata/web/areas/area-screen.tsx'),
  [paths.administrativeAreaImport]: () => import('#core/masterdata/web/areas/area-import-screen.tsx'),
  [paths.assign]: () => import('#core/assignment/web/assignment-screen.tsx'),
  [paths.assignmentBusiness]: () => import('#core/assignment/web/effective-screen.tsx'),
  [paths.managePolicy]: () => import('#core/policy/web/policy-screen.tsx'),
  [paths.createPolicy]: () => import('#core/policy/web/policy-create-screen.tsx'),
  [paths.detailPolicy]: () => import('#core/policy/web/policy-detail.tsx'),
  [paths.editPolicy]: () => import('#core/policy/web/policy-edit-screen.tsx'),
})
