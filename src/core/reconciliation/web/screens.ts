import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { RequestContracts } from '#core/reconciliation/contract/requests.ts'
import { stampedLater } from '#platform/web/screens.ts'

/** What a desk of reconciliation consists of; breaks lead to handling requests where the desk has some. */
export interface Desk {
  contracts: ReconciliationContracts
  requests?: RequestContracts
}

/** The reconciliations of a desk, stamped by its sub-system. */
export const reconciliationScreens = (load: () => Promise<Desk>) => {
  const contracts = async () => (await load()).contracts
  return {
    list: stampedLater(() => import('./session-list.tsx'), contracts),
    detail: stampedLater(() => import('./session/session-detail.tsx'), load),
    setups: stampedLater(() => import('./setup/setup-list.tsx'), contracts),
    setup: stampedLater(() => import('./setup/setup-detail.tsx'), contracts),
    ageing: stampedLater(() => import('./ageing/ageing.tsx'), contracts),
  }
}

/** The handling requests of a desk. */
export const requestScreens = (load: () => Promise<RequestContracts>) => ({
  list: stampedLater(() => import('./request/request-list.tsx'), load),
  create: stampedLater(() => import('./request/request-create.tsx'), load),
  detail: stampedLater(() => import('./request/request-detail.tsx'), load),
})
