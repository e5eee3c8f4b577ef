import { stamped } from '#platform/web/screens.ts'
import type { MerchantOptions } from './options.ts'

/** Merchants from draft to closed, and what they pay. */
export const merchantScreens = (paths: MerchantOptions) => ({
  list: stamped(() => import('./merchant-list.tsx'), paths),
  detail: stamped(() => import('./merchant-detail.tsx'), paths),
  plans: stamped(() => import('./plan-list.tsx'), paths),
})
