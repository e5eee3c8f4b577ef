import { addressOf } from '#core/payments/contract/transactions.ts'
import { partnerAccounts, type ReconciliationPlug, type TransactionActions, transactionActions, transactionLines } from '#core/reconciliation/server/public.ts'
import { sdkPlug } from '../contract/reconciliation-place.ts'
import { sdkTransactions } from '../contract/transactions.ts'
import { sdkPayments } from './service.ts'

/**
 * Payments in partners' apps, reconciled with the transaction files of those partners. A statement does not tell the app, the device and the redirect
 * that a payment needs, so that one that is missing is never made of it.
 */
export const sdkReconciliationPlug = (parts: Pick<TransactionActions, 'payments' | 'byStatement'>): ReconciliationPlug => ({
  ...sdkPlug,
  partnerKinds: ['OWN', 'BANK'],
  ...transactionLines({ key: sdkPlug.key, services: [sdkPayments.declaration.code] }),
  recordPath: addressOf(sdkTransactions, '{id}'),
  accounts: partnerAccounts,
  actions: transactionActions({ ...parts, services: [sdkPayments] }),
})
