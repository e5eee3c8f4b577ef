import { defineManifest } from '#kernel/screens.ts'
import { paths } from './paths.ts'

/** Permissions are named, not taken from the contracts: every page loads the manifests, and would load the contracts with them. */
export const manifest = defineManifest({
  module: 'gl',
  subsystem: 'PP_GL',
  screens: [
    { path: paths.accounts, permission: 'general-ledger/accounts/view', title: 'accounts', menuGated: true, everywhere: true },
    { path: paths.account, permission: 'general-ledger/accounts/view', title: 'account', hidden: true, everywhere: true },
    { path: paths.chart, permission: 'general-ledger/chart/view', title: 'chart' },
    { path: paths.chartImport, permission: 'general-ledger/chart/import', title: 'chartImport', hidden: true },
    { path: paths.manualJournals, permission: 'general-ledger/manual-journals/view', title: 'manualJournals' },
    { path: paths.manualJournal, permission: 'general-ledger/manual-journals/view', title: 'manualJournal', hidden: true },
  ],
  menu: [{ title: 'accountManagement', icon: 'account', children: [{ screen: paths.accounts }, { screen: paths.manualJournals }, { screen: paths.chart }] }],
})
