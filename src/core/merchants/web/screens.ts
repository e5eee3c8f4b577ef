import { type ScreenLoader, stamped } from '#platform/web/screens.ts'
import type { MerchantOptions } from './options.ts'

/** Merchants from draft to closed, and what they pay. */
export const merchantScreens = (paths: MerchantOptions) => ({
  list: stamped(() => import('./merchant-list.tsx'), paths),
  detail: (async () => {
    // Fetched with the page, so that its words are there when it is drawn.
    const [{ default: make }, owed] = await Promise.all([import('./merchant-detail.tsx'), paths.money?.owed()])
    return { default: make(paths, owed) }
  }) satisfies ScreenLoader,
  plans: stamped(() => import('./plan-list.tsx'), paths),
})
