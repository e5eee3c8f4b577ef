import { reconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { requestContracts } from '#core/reconciliation/contract/requests.ts'
import { sdkReconciliationPlace, sdkRequestPlace } from './reconciliation-place.ts'

/** Reconciliation of payments in partners' apps: configurations, sessions, breaks. */
export const sdkReconciliation = reconciliationContracts(sdkReconciliationPlace)

/** What becomes of payments in partners' apps that nobody is sure of. */
export const sdkRequests = requestContracts(sdkRequestPlace)
