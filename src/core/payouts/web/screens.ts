import { stamped } from '#platform/web/screens.ts'
import type { PayoutPaths } from './paths.ts'

/** Everything about payout lists: from the payer's programme and money to the last line. */
export const payoutScreens = (paths: PayoutPaths) => ({
  list: stamped(() => import('./payout-list.tsx'), paths),
  detail: stamped(() => import('./payout-detail.tsx'), paths),
  lines: stamped(() => import('./line-list.tsx'), paths),
  import: () => import('./line-import.tsx'),
  update: stamped(() => import('./update-screen.tsx'), paths),
  funds: () => import('./funds-list.tsx'),
  programmes: () => import('./programme-list.tsx'),
  duties: stamped(() => import('./duty-list.tsx'), paths),
  paidReport: () => import('./paid-report.tsx'),
  unpaidReport: () => import('./unpaid-report.tsx'),
  moneyLeft: () => import('./money-left-report.tsx'),
})
