import { addressOf } from '#core/payments/contract/transactions.ts'
import { sdkReconciliationPlace, sdkRequestPlace } from '../contract/reconciliation-place.ts'
import { sdkTransactions } from '../contract/transactions.ts'

/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  transactions: sdkTransactions.routes.list,
  transaction: sdkTransactions.routes.detail,
  apps: `${sdkTransactions.routes.list}/ung_dung`,
  reconciliation: sdkReconciliationPlace.routes.list,
  reconciliationSession: sdkReconciliationPlace.routes.detail,
  reconciliationSetups: sdkReconciliationPlace.routes.setups,
  reconciliationSetup: sdkReconciliationPlace.routes.setup,
  reconciliationAgeing: sdkReconciliationPlace.routes.ageing,
  requests: sdkRequestPlace.routes.list,
  requestCreate: sdkRequestPlace.routes.create,
  request: sdkRequestPlace.routes.detail,
} as const

/** Address of one transaction's detail. */
export const transactionPath = (id: string): string => addressOf(sdkTransactions, id)
