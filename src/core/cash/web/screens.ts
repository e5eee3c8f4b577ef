import { stamped } from '#platform/web/screens.ts'
import type { TreasuryPaths } from './treasury/treasury-actions.tsx'

/** The screens of treasury transactions, stamped by a sub-system. */
export const treasuryScreens = (paths: TreasuryPaths) => ({
  list: stamped(() => import('./treasury/treasury-list.tsx'), paths),
  detail: stamped(() => import('./treasury/treasury-detail.tsx'), paths),
})
