import { incidentScreens } from '#core/incidents/web/screens.ts'
import { reconciliationScreens } from '#core/reconciliation/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { cobIncidents } from '../contract/incidents.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const incidents = incidentScreens(cobIncidents)

const ldp = reconciliationScreens(async () => ({ contracts: (await import('../contract/reconciliation.ts')).ldpReconciliation }))
const bank = reconciliationScreens(async () => ({ contracts: (await import('../contract/reconciliation.ts')).codBankReconciliation }))

/** One detail for all kinds of deposits: it goes to the address of its own kind. */
const deposit = () => import('./deposits/transaction-detail.tsx')

export default defineScreens(manifest, {
  [paths.items]: () => import('./items/item-list.tsx'),
  [paths.item]: () => import('./items/item-detail.tsx'),
  [paths.board]: () => import('./board/board-screen.tsx'),
  [paths.debtReport]: () => import('./reports/debt-report.tsx'),
  [paths.detailReport]: () => import('./reports/detail-report.tsx'),
  [paths.couriers]: () => import('./couriers/courier-list.tsx'),
  [paths.transactions]: () => import('./deposits/transaction-list.tsx'),
  [paths.cashDeposit]: deposit,
  [paths.walletDeposit]: deposit,
  [paths.qrDeposit]: deposit,
  [paths.tkttDeposit]: deposit,
  [paths.cancelledDeposit]: deposit,
  [paths.senderPayouts]: () => import('./payouts/transaction-list.tsx'),
  [paths.senderPayout]: () => import('./payouts/transaction-detail.tsx'),
  [paths.handIns]: () => import('./deposits/hand-in-list.tsx'),
  [paths.tkttSlips]: () => import('./deposits/slip-list.tsx'),
  [paths.tkttSlip]: () => import('./deposits/slip-detail.tsx'),
  [paths.incidents]: incidents.list,
  [paths.incident]: incidents.detail,
  [paths.incidentCreate]: incidents.create,
  [paths.incidentBoard]: incidents.board,
  [paths.keyAccounts]: () => import('./key-accounts/key-account-list.tsx'),
  [paths.keyAccount]: () => import('./key-accounts/key-account-detail.tsx'),
  [paths.settlements]: () => import('./settlements/settlement-list.tsx'),
  [paths.settlement]: () => import('./settlements/settlement-detail.tsx'),
  [paths.issuances]: () => import('./issuances/lot-list.tsx'),
  [paths.issuance]: () => import('./issuances/lot-detail.tsx'),
  [paths.issuanceLines]: () => import('./issuances/line-list.tsx'),
  [paths.issuanceImport]: () => import('./issuances/line-import.tsx'),
  [paths.ldp]: ldp.list,
  [paths.ldpSession]: ldp.detail,
  [paths.ldpSetups]: ldp.setups,
  [paths.ldpSetup]: ldp.setup,
  [paths.ldpAgeing]: ldp.ageing,
  [paths.bank]: bank.list,
  [paths.bankSession]: bank.detail,
  [paths.bankSetups]: bank.setups,
  [paths.bankSetup]: bank.setup,
  [paths.bankAgeing]: bank.ageing,
  [paths.watch]: () => import('./watch/watch-list.tsx'),
})
