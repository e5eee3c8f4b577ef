import { stamped } from '#platform/web/screens.ts'
import type { DisbursementPaths } from './paths.ts'

/** Money out by transfer: batches, their transfers, and receiving accounts that wait for a decision. */
export const disbursementScreens = (paths: DisbursementPaths) => ({
  list: stamped(() => import('./batch-list.tsx'), paths),
  detail: stamped(() => import('./batch-detail.tsx'), paths),
  transfers: stamped(() => import('./item-list.tsx'), paths),
  holds: () => import('./hold-list.tsx'),
  returns: () => import('./return-list.tsx'),
})
