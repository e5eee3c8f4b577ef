import { reconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import { codBankPlace, ldpPlace } from './reconciliation-place.ts'

/** Reconciliation of what was collected with what was handed in. */
export const ldpReconciliation = reconciliationContracts(ldpPlace)

/** Reconciliation of deposits with the banks and wallets that they came through. */
export const codBankReconciliation = reconciliationContracts(codBankPlace)
