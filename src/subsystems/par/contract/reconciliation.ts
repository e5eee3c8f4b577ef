import { reconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { requestContracts } from '#core/reconciliation/contract/requests.ts'
import { merchantPlace, onBehalfPlace, partnerPlace, requestPlace } from './places.ts'

/** Reconciliations with every partner over all services. */
export const partnerReconciliation = reconciliationContracts(partnerPlace)

/** Reconciliations of money paid on behalf of others. */
export const onBehalfReconciliation = reconciliationContracts(onBehalfPlace)

/** Reconciliations of what merchants are owed with what they were paid. */
export const merchantReconciliation = reconciliationContracts(merchantPlace)

/** Handling requests over all services. */
export const partnerRequests = requestContracts(requestPlace)
