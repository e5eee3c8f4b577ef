import { stamped } from '#platform/web/screens.ts'
import type { TreasuryPaths } from './treasury/paths.ts'

/** The screens of treasury transactions, stamped by a sub-system. */
export const treasuryScreens = (paths: TreasuryPaths) => ({
  list: stamped(() => import('./treasury/treasury-list.tsx'), paths),
  detail: stamped(() => import('./treasury/treasury-detail.tsx'), paths),
})

import type { CashPaths } from './shifts/paths.ts'

export const holdingScreens = (paths: CashPaths) => ({
  list: stamped(() => import('./shifts/holding-screen.tsx'), paths),
  detail: () => import('./shifts/holding-detail.tsx'),
})
