import { incidentScreens } from '#core/incidents/web/screens.ts'
import { merchantScreens } from '#core/merchants/web/screens.ts'
import { inquiryScreen } from '#core/payments/web/screens.ts'
import { reconciliationScreens } from '#core/reconciliation/web/screens.ts'
import { settlementScreens } from '#core/settlements/web/screens.ts'
import { codeScreens } from '#core/vietqr/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { qrIncidents } from '../contract/incidents.ts'
import { qrInquiry } from '../contract/inquiry.ts'
import { qrTransactions } from '../contract/transactions.ts'
import { manifest } from './manifest.ts'
import { merchantPath, paths } from './paths.ts'

const incidents = incidentScreens(qrIncidents)

const reconciliation = reconciliationScreens(async () => ({ contracts: (await import('../contract/reconciliation.ts')).qrReconciliation }))

const settlements = settlementScreens({
  list: paths.settlements,
  detail: paths.settlement,
  movements: paths.settlementMovements,
  statement: paths.merchantStatement,
  transaction: paths.transaction,
  merchant: merchantPath,
  batches: '/crm/disbursements',
  batch: (id) => `/crm/disbursements/batch?id=${id}`,
  transfer: (reference) => `/crm/disbursements/transfers?${new URLSearchParams({ text: reference, from: '' })}`,
})

const merchants = merchantScreens({
  list: paths.merchants,
  detail: paths.merchant,
  plans: paths.feePlans,
  transactions: paths.transactions,
  codes: paths.codes,
  account: (id) => `/pp-gl/quan_ly_tai_khoan_nghiep_vu/chi_tiet_tai_khoan_nghiep_vu/${id}`,
  money: settlements.merchant,
})

const codes = codeScreens({
  list: paths.codes,
  detail: paths.code,
  import: paths.codeImport,
  accounts: paths.accounts,
  transactions: paths.transactions,
  transaction: paths.transaction,
})

export default defineScreens(manifest, {
  [paths.overview]: () => import('./overview.tsx'),
  [paths.transactions]: () => import('./transaction-list.tsx'),
  [paths.transaction]: () => import('./transaction-detail.tsx'),
  [paths.inquiry]: inquiryScreen({ inquiry: qrInquiry, contracts: qrTransactions, incidents: qrIncidents }),
  [paths.incidents]: incidents.list,
  [paths.incident]: incidents.detail,
  [paths.incidentBoard]: incidents.board,
  [paths.incidentsHandled]: incidents.handled,
  [paths.codes]: codes.list,
  [paths.code]: codes.detail,
  [paths.codeImport]: codes.import,
  [paths.studio]: codes.studio,
  [paths.accounts]: codes.accounts,
  [paths.dailyReport]: () => import('./daily-report.tsx'),
  [paths.summaryReport]: () => import('./summary-report.tsx'),
  [paths.returnReport]: () => import('./return-report.tsx'),
  [paths.returnSummary]: () => import('./return-summary.tsx'),
  [paths.cumulativeReport]: () => import('./cumulative-report.tsx'),
  [paths.merchants]: merchants.list,
  [paths.merchant]: merchants.detail,
  [paths.feePlans]: merchants.plans,
  [paths.settlements]: settlements.list,
  [paths.settlement]: settlements.detail,
  [paths.settlementMovements]: settlements.movements,
  [paths.merchantStatement]: settlements.statement,
  [paths.reconciliation]: reconciliation.list,
  [paths.reconciliationSession]: reconciliation.detail,
  [paths.reconciliationSetups]: reconciliation.setups,
  [paths.reconciliationSetup]: reconciliation.setup,
  [paths.reconciliationAgeing]: reconciliation.ageing,
})
