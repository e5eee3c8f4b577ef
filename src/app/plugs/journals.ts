import { findCount } from '#core/cash/contract/counts.ts'
import { varianceJournalKinds } from '#core/cash/contract/journal-kinds.ts'
import { treasuryJournalKinds } from '#core/cash/contract/treasury/journal-kinds.ts'
import { findTreasury } from '#core/cash/contract/treasury/transactions.ts'
import { cashReports, isBlindAccount } from '#core/cash/server/public.ts'
import { listItems } from '#core/disbursement/contract/items.ts'
import { transferJournalKinds } from '#core/disbursement/contract/service.ts'
import { findManualJournal } from '#core/ledger/contract/manual.ts'
import { type JournalSource, ledgerApprovals } from '#core/ledger/server/public.ts'
import { addressOf } from '#core/payments/contract/transactions.ts'
import { payoutJournalKinds } from '#core/payouts/contract/journal-kinds.ts'
import { findPayout } from '#core/payouts/contract/lists.ts'
import { sessionAddress } from '#core/reconciliation/contract/contracts.ts'
import { settlementJournalKinds } from '#core/reconciliation/contract/settlement.ts'
import { fill } from '#kernel/language.ts'
import { cfmJournalKinds } from '#subsystems/cfm/contract/journal-kinds.ts'
import { payoutTransactions } from '#subsystems/cfm/contract/payouts.ts'
import { cfmTransactions, getCfmTransaction } from '#subsystems/cfm/contract/transactions.ts'
import { payoutPath } from '#subsystems/cfm/web/paths.ts'
import { paths as cfmV2Paths } from '#subsystems/cfm-v2/web/paths.ts'
import { findItem, ITEM_SUBJECT } from '#subsystems/cob/contract/items.ts'
import { codJournalKinds } from '#subsystems/cob/contract/journal-kinds.ts'
import { senderPayoutTransactions } from '#subsystems/cob/contract/payouts/service.ts'
import { settlementJournalKinds as codSettlementJournalKinds, findCodSettlement } from '#subsystems/cob/contract/settlements.ts'
import { codTransactions } from '#subsystems/cob/contract/transactions.ts'
import { paths as cobPaths, itemPath } from '#subsystems/cob/web/paths.ts'
import { transferPath } from '#subsystems/crm/web/paths.ts'
import { paths as glPaths } from '#subsystems/gl/web/paths.ts'
import { partnerReconciliation } from '#subsystems/par/contract/reconciliation.ts'
import { getQrTransaction } from '#subsystems/qr/contract/transactions.ts'
import { transactionPath } from '#subsystems/qr/web/paths.ts'
import { getSdkTransaction } from '#subsystems/sdk/contract/transactions.ts'
import { transactionPath as sdkTransactionPath } from '#subsystems/sdk/web/paths.ts'
import { cashAddresses } from './addresses.ts'
import { counterServices, transfers } from './services.ts'

/** Where the records stand that journals are about, and what kinds of journals are called. */
export const journalSources: readonly JournalSource[] = [
  { sourceType: 'payment.transaction', service: 'QR', permission: getQrTransaction.permission, path: transactionPath },
  { sourceType: 'payment.transaction', service: 'SDK', permission: getSdkTransaction.permission, path: sdkTransactionPath },
  { sourceType: 'payment.transaction', service: 'CFM', permission: getCfmTransaction.permission, path: (id) => addressOf(cfmTransactions, id) },
  { sourceType: 'payment.transaction', service: 'PAYOUT', permission: payoutTransactions.detail.permission, path: (id) => addressOf(payoutTransactions, id) },
  { sourceType: 'payment.transaction', service: 'COD', permission: codTransactions.detail.permission, path: (id) => addressOf(codTransactions, id) },
  {
    sourceType: 'payment.transaction',
    service: 'CODPAY',
    permission: senderPayoutTransactions.detail.permission,
    path: (id) => addressOf(senderPayoutTransactions, id),
  },
  { sourceType: 'payment.transaction', service: transfers.declaration.code, permission: listItems.permission, path: transferPath },
  { sourceType: ITEM_SUBJECT, permission: findItem.permission, path: itemPath },
  { sourceType: 'cash.treasury_transaction', permission: findTreasury.permission, path: (id) => cashAddresses.treasury(id) },
  { sourceType: 'cob.settlement', permission: findCodSettlement.permission, path: (id) => fill(cobPaths.settlement, { id }) },
  { sourceType: 'payout.list', permission: findPayout.permission, path: (id) => payoutPath(id) },
  { sourceType: 'cash.count', permission: findCount.permission, path: (id) => fill(cfmV2Paths.count, { id }) },
  { sourceType: 'reconciliation.session', permission: partnerReconciliation.permissions.see, path: (id) => sessionAddress(partnerReconciliation, id) },
  { sourceType: 'ledger.manual_journal', permission: findManualJournal.permission, path: (id) => fill(glPaths.manualJournal, { id }) },
]

/** Address of a transaction of a service; undefined where it has no screen. */
export const transactionAddress = (service: string, id: string) =>
  journalSources.find((one) => one.sourceType === 'payment.transaction' && one.service === service)?.path(id)

export const ledgerKinds = ledgerApprovals({ account: (id) => fill(glPaths.account, { id }), manual: (id) => fill(glPaths.manualJournal, { id }) })

const journalKinds = {
  OUTCOME_CORRECTED: { vi: 'Hạch toán lại kết quả mâu thuẫn', en: 'Contradicted outcome corrected' },
  SUSPENSE_MOVED: { vi: 'Chuyển tiền treo', en: 'Money moved out of suspense' },
  QR_PAID: { vi: 'Thanh toán QR', en: 'QR payment' },
  QR_REFUND: { vi: 'Hoàn tiền QR', en: 'QR refund' },
  QR_CANCEL: { vi: 'Huỷ giao dịch QR', en: 'QR cancellation' },
  SDK_PAID: { vi: 'Thanh toán qua SDK', en: 'SDK payment' },
  SDK_REFUND: { vi: 'Hoàn tiền SDK', en: 'SDK refund' },
  SDK_CANCEL: { vi: 'Huỷ giao dịch SDK', en: 'SDK cancellation' },
  ...cfmJournalKinds,
  ...codJournalKinds,
  ...treasuryJournalKinds,
  ...varianceJournalKinds,
  ...payoutJournalKinds,
  ...transferJournalKinds,
  ...settlementJournalKinds,
  ...codSettlementJournalKinds,
}

/** Cash moves by the services of the counter and by the treasury. */
export const cashPapers = cashReports({ services: [...counterServices.map(({ declaration: { code } }) => code), 'CASH'], kinds: journalKinds })
export const journals = { sources: journalSources, kinds: journalKinds, isHidden: isBlindAccount }
