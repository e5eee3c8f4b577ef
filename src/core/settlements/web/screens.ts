import { stamped } from '#platform/web/screens.ts'
import { type SettlementPaths, settlementAddress } from './paths.ts'

/** Settlements, what they are made of, statements; `merchant`: what stands on the page of a merchant. */
export const settlementScreens = (paths: SettlementPaths) => ({
  list: stamped(() => import('./settlement-list.tsx'), paths),
  detail: stamped(() => import('./settlement-detail.tsx'), paths),
  movements: stamped(() => import('./movement-list.tsx'), paths),
  statement: () => import('./statement-report.tsx'),
  merchant: {
    owed: async () => (await import('./merchant-owed.tsx')).default(paths),
    settlement: (id: string) => settlementAddress(paths, id),
  },
})
