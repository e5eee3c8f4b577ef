import { listRequests } from '#core/approvals/contract/request.ts'
import { defineManifest } from '#kernel/screens.ts'
import { getDashboard } from '../contract/dashboard.ts'
import { paths } from './paths.ts'

export const manifest = defineManifest({
  module: 'crm',
  subsystem: 'O2O_CRM',
  screens: [
    { path: paths.dashboard, permission: getDashboard.permission, title: 'dashboard' },
    { path: paths.approvals, permission: listRequests.permission, title: 'approvals' },
  ],
  menu: [
    { screen: paths.dashboard, icon: 'dashboard' },
    { screen: paths.approvals, icon: 'approval' },
  ],
})
