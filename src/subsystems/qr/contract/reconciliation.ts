import { reconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { qrReconciliationPlace } from './reconciliation-place.ts'

/** Reconciliation of payments by QR: configurations, sessions, breaks. */
export const qrReconciliation = reconciliationContracts(qrReconciliationPlace)
