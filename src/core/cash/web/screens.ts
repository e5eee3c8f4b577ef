import { stamped } from '#platform/web/screens.ts'
import type { DayPaths } from './day-close/paths.ts'
import type { CashPaths } from './shifts/paths.ts'

export const holdingScreens = (paths: CashPaths) => ({
  list: stamped(() => import('./shifts/holding-screen.tsx'), paths),
  detail: () => import('./shifts/holding-detail.tsx'),
})

export const dayScreens = (paths: DayPaths) => ({
  list: stamped(() => import('./day-close/day-screen.tsx'), paths),
  detail: stamped(() => import('./day-close/day-detail.tsx'), paths),
  progress: stamped(() => import('./day-close/progress-screen.tsx'), paths),
})
