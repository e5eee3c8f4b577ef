import { assignmentScreen, effectiveAssignmentScreen } from '#core/assignment/web/screens.ts'
import { auditScreen } from '#core/audit/web/screens.ts'
import { clientScreen, permissionMatrixScreen, permissionScreen, roleScreen, userScreens } from '#core/iam/web/screens.ts'
import { jobScreen } from '#core/jobs/web/screens.ts'
import { outboxScreen } from '#core/mail/web/screens.ts'
import { areaScreens, globalListScreen, parameterScreen } from '#core/masterdata/web/screens.ts'
import { policyScreens } from '#core/policy/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const users = userScreens({ import: paths.usersImport })
const areas = areaScreens({ import: paths.administrativeAreaImport })
const policies = policyScreens({ list: paths.managePolicy, create: paths.createPolicy, detail: paths.detailPolicy, edit: paths.editPolicy })

export default defineScreens(manifest, {
  [paths.users]: users.list,
  [paths.usersImport]: users.import,
  [paths.roles]: roleScreen,
  [paths.appPermission]: permissionScreen,
  [paths.permissionByRoles]: permissionMatrixScreen,
  [paths.appConfig]: clientScreen,
  [paths.globalParam]: parameterScreen,
  [paths.globalList]: globalListScreen,
  [paths.mailOutbox]: outboxScreen,
  [paths.auditLog]: auditScreen,
  [paths.jobs]: jobScreen,
  [paths.administrativeArea]: areas.list,
  [paths.administrativeAreaImport]: areas.import,
  [paths.assign]: assignmentScreen,
  [paths.assignmentBusiness]: effectiveAssignmentScreen,
  [paths.managePolicy]: policies.list,
  [paths.createPolicy]: policies.create,
  [paths.detailPolicy]: policies.detail,
  [paths.editPolicy]: policies.edit,
})
