import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { RequestContracts } from '#core/reconciliation/contract/requests.ts'
import { stamped } from '#platform/web/screens.ts'

/** The reconciliations of a desk, stamped by its sub-system; breaks lead to handling requests where the desk has some. */
export const reconciliationScreens = (contracts: ReconciliationContracts, requests?: RequestContracts) => ({
  list: stamped(() => import('./session-list.tsx'), contracts),
  detail: stamped(() => import('./session/session-detail.tsx'), { contracts, requests }),
  setups: stamped(() => import('./setup/setup-list.tsx'), contracts),
  setup: stamped(() => import('./setup/setup-detail.tsx'), contracts),
  ageing: stamped(() => import('./ageing/ageing.tsx'), contracts),
})

/** The handling requests of a desk. */
export const requestScreens = (contracts: RequestContracts) => ({
  list: stamped(() => import('./request/request-list.tsx'), contracts),
  create: stamped(() => import('./request/request-create.tsx'), contracts),
  detail: stamped(() => import('./request/request-detail.tsx'), contracts),
})
