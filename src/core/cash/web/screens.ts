import { stamped } from '#platform/web/screens.ts'
import type { PayPaths } from './counter/pay-screen.tsx'
import type { DayPaths } from './day-close/paths.ts'
import type { DifferencePaths } from './differences/difference-screen.tsx'
import type { PositionPaths } from './position/paths.ts'
import type { CashPaths } from './shifts/paths.ts'
import type { TreasuryPaths } from './treasury/paths.ts'

/** The screens of treasury transactions, stamped by a sub-system. */
export const treasuryScreens = (paths: TreasuryPaths) => ({
  list: stamped(() => import('./treasury/treasury-list.tsx'), paths),
  detail: stamped(() => import('./treasury/treasury-detail.tsx'), paths),
})

/** Holdings, shifts and counts. */
export const counterScreens = (paths: CashPaths) => ({
  myShift: stamped(() => import('./shifts/my-shift.tsx'), paths),
  counting: stamped(() => import('./shifts/count-page.tsx'), paths),
  shifts: stamped(() => import('./shifts/shift-screen.tsx'), paths),
  shift: stamped(() => import('./shifts/shift-detail.tsx'), paths),
  counts: stamped(() => import('./shifts/count-screen.tsx'), paths),
  count: stamped(() => import('./shifts/count-detail.tsx'), paths),
  holdings: stamped(() => import('./shifts/holding-screen.tsx'), paths),
  holding: stamped(() => import('./shifts/holding-detail.tsx'), paths),
})

/** Paying at a counter, and the orders that large payments wait for. */
export const payScreens = (paths: PayPaths) => ({
  pay: stamped(() => import('./counter/pay-screen.tsx'), paths),
  orders: () => import('./counter/order-screen.tsx'),
})

/** The cash position. */
export const positionScreen = (paths: PositionPaths) => stamped(() => import('./position/position-screen.tsx'), paths)

/** Shortages and surpluses that wait for a decision. */
export const differenceScreen = (paths: DifferencePaths) => stamped(() => import('./differences/difference-screen.tsx'), paths)

export const dayScreens = (paths: DayPaths) => ({
  list: stamped(() => import('./day-close/day-screen.tsx'), paths),
  detail: stamped(() => import('./day-close/day-detail.tsx'), paths),
  progress: stamped(() => import('./day-close/progress-screen.tsx'), paths),
})

/** The six cash reports on one screen. */
export const cashReportScreen = (path: string) => stamped(() => import('./reports/report-screen.tsx'), path)
