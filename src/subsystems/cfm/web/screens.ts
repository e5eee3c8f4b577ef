import { cashReportScreen, treasuryScreens } from '#core/cash/web/screens.ts'
import { userScreens } from '#core/iam/web/screens.ts'
import { categoryScreen, incidentScreens, teamReportScreen } from '#core/incidents/web/screens.ts'
import { unitScreen } from '#core/organisation/web/screens.ts'
import { outcomeScreens } from '#core/outcomes/web/screens.ts'
import { suspenseScreen } from '#core/payments/web/screens.ts'
import { payoutScreens } from '#core/payouts/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { cfmIncidents } from '../contract/incidents.ts'
import { lineCode } from '../contract/payouts.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const admins = userScreens({ import: paths.adminsImport })

const incidents = incidentScreens(cfmIncidents)

const treasury = treasuryScreens({ list: paths.treasury, detail: paths.treasuryDetail })

const outcomes = outcomeScreens({ cases: paths.outcomes, import: paths.outcomesImport, report: paths.outcomesReport })

const payouts = payoutScreens({
  list: paths.payouts,
  detail: paths.payout,
  lines: paths.payoutLines,
  import: paths.payoutImport,
  update: paths.payoutUpdate,
  paidReport: paths.paidReport,
  unpaidReport: paths.unpaidReport,
  lineCode,
})

export default defineScreens(manifest, {
  [paths.transactions]: () => import('./transaction-list.tsx'),
  [paths.transaction]: () => import('./transaction-detail.tsx'),
  [paths.payoutTransactions]: () => import('./payout-transaction-list.tsx'),
  [paths.payoutTransaction]: () => import('./payout-transaction-detail.tsx'),
  [paths.orders]: () => import('./order-list.tsx'),
  [paths.order]: () => import('./order-detail.tsx'),
  [paths.payouts]: payouts.list,
  [paths.payout]: payouts.detail,
  [paths.payoutLines]: payouts.lines,
  [paths.payoutImport]: payouts.import,
  [paths.payoutUpdate]: payouts.update,
  [paths.payoutFunds]: payouts.funds,
  [paths.payoutProgrammes]: payouts.programmes,
  [paths.payoutDuties]: payouts.duties,
  [paths.paidReport]: payouts.paidReport,
  [paths.unpaidReport]: payouts.unpaidReport,
  [paths.moneyLeft]: payouts.moneyLeft,
  [paths.postalReport]: () => import('./postal-report.tsx'),
  [paths.suspense]: suspenseScreen,
  [paths.outcomes]: outcomes.cases,
  [paths.outcomesImport]: outcomes.import,
  [paths.outcomesReport]: outcomes.report,
  [paths.largeCash]: () => import('./large-cash.tsx'),
  [paths.cashReports]: cashReportScreen(paths.cashReports),
  [paths.units]: unitScreen({ holdings: '/cfm-v2/holdings' }),
  [paths.admins]: admins.list,
  [paths.adminsImport]: admins.import,
  [paths.incidents]: incidents.list,
  [paths.incident]: incidents.detail,
  [paths.incidentBoard]: incidents.board,
  [paths.incidentReport]: teamReportScreen,
  [paths.incidentPartners]: incidents.partnerReport,
  [paths.incidentCategories]: categoryScreen,
  [paths.treasury]: treasury.list,
  [paths.treasuryDetail]: treasury.detail,
})
