import { type ScreenLoader, stamped } from '#platform/web/screens.ts'
import type { LedgerPaths } from './paths.ts'

export const ledgerScreens = (paths: LedgerPaths) => ({
  accounts: stamped(() => import('./account-screen.tsx'), paths),
  account: stamped(() => import('./account-detail.tsx'), paths),
  chart: stamped(() => import('./chart-screen.tsx'), paths),
  chartImport: (() => import('./chart-import-screen.tsx')) satisfies ScreenLoader,
  manualJournals: stamped(() => import('./manual-screen.tsx'), paths),
  manualJournal: stamped(() => import('./manual-detail.tsx'), paths),
})
