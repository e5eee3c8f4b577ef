import { stamped } from '#platform/web/screens.ts'
import type { CashPaths } from './shifts/paths.ts'

export const holdingScreens = (paths: CashPaths) => ({
  list: stamped(() => import('./shifts/holding-screen.tsx'), paths),
  detail: () => import('./shifts/holding-detail.tsx'),
})
