import { defineManifest } from '#kernel/screens.ts'
import { paths } from './paths.ts'

export const manifest = defineManifest({
  module: 'crm',
  subsystem: 'O2O_CRM',
  screens: [
    { path: paths.dashboard, permission: 'o2o/dashboard/view', title: 'dashboard' },
    { path: paths.approvals, permission: 'o2o/approvals/view', title: 'approvals' },
    { path: paths.controls, permission: 'o2o/controls/view', title: 'controls' },
    { path: paths.limits, permission: 'o2o/limits/view', title: 'limits' },
  ],
  menu: [
    { screen: paths.dashboard, icon: 'dashboard' },
    { screen: paths.approvals, icon: 'approval' },
    { screen: paths.controls, icon: 'incident' },
    { screen: paths.limits, icon: 'lock' },
  ],
})
