import { defineManifest } from '#kernel/screens.ts'
import { qrDailyReport } from '../contract/daily-report.ts'
import { qrIncidents } from '../contract/incidents.ts'
import { qrInquiry } from '../contract/inquiry.ts'
import { getQrOverview } from '../contract/overview.ts'
import { qrReconciliationPermissions } from '../contract/reconciliation-place.ts'
import { qrCumulativeReport, qrReturnReport, qrReturnSummary, qrSummaryReport } from '../contract/reports.ts'
import { getQrTransaction, listQrTransactions } from '../contract/transactions.ts'
import { paths } from './paths.ts'

export const manifest = defineManifest({
  module: 'qr',
  subsystem: 'PP_QR',
  screens: [
    { path: paths.overview, permission: getQrOverview.permission, title: 'overview' },
    { path: paths.transactions, permission: listQrTransactions.permission, title: 'transactions' },
    { path: paths.transaction, permission: getQrTransaction.permission, title: 'transaction', hidden: true },
    { path: paths.codes, permission: 'vietqr/codes/view', title: 'codes' },
    { path: paths.code, permission: 'vietqr/codes/view', title: 'code', hidden: true },
    { path: paths.codeImport, permission: 'vietqr/codes/import', title: 'codeImport', hidden: true },
    { path: paths.studio, permission: 'vietqr/codes/view', title: 'studio' },
    { path: paths.accounts, permission: 'vietqr/virtual-accounts/view', title: 'accounts' },
    { path: paths.inquiry, permission: qrInquiry.search.permission, title: 'inquiry' },
    { path: paths.incidents, permission: qrIncidents.permissions.see, title: 'incidents' },
    { path: paths.incident, permission: qrIncidents.permissions.see, title: 'incident', hidden: true },
    { path: paths.incidentBoard, permission: qrIncidents.permissions.see, title: 'incidentBoard' },
    { path: paths.incidentsHandled, permission: qrIncidents.permissions.see, title: 'incidentsHandled', hidden: true },
    { path: paths.dailyReport, permission: qrDailyReport.permission, title: 'dailyReport' },
    { path: paths.summaryReport, permission: qrSummaryReport.permission, title: 'summaryReport' },
    { path: paths.returnReport, permission: qrReturnReport.permission, title: 'returnRows' },
    { path: paths.returnSummary, permission: qrReturnSummary.permission, title: 'returnSums' },
    { path: paths.cumulativeReport, permission: qrCumulativeReport.permission, title: 'cumulativeReport' },
    { path: paths.merchants, permission: 'merchants/accounts/view', title: 'merchants' },
    { path: paths.merchant, permission: 'merchants/accounts/view', title: 'merchant', hidden: true },
    { path: paths.feePlans, permission: 'merchants/fee-plans/view', title: 'feePlans' },
    { path: paths.settlements, permission: 'merchants/settlements/view', title: 'settlements' },
    { path: paths.settlement, permission: 'merchants/settlements/view', title: 'settlement', hidden: true },
    { path: paths.settlementMovements, permission: 'merchants/settlements/view', title: 'settlementMovements' },
    { path: paths.merchantStatement, permission: 'merchants/settlements/view', title: 'merchantStatement' },
    { path: paths.reconciliation, permission: qrReconciliationPermissions.see, title: 'reconciliation' },
    { path: paths.reconciliationSession, permission: qrReconciliationPermissions.see, title: 'reconciliationSession', hidden: true },
    { path: paths.reconciliationSetups, permission: qrReconciliationPermissions.viewConfig, title: 'reconciliationSetups' },
    { path: paths.reconciliationSetup, permission: qrReconciliationPermissions.viewConfig, title: 'reconciliationSetup', hidden: true },
    { path: paths.reconciliationAgeing, permission: qrReconciliationPermissions.see, title: 'reconciliationAgeing' },
  ],
  menu: [
    { screen: paths.overview, icon: 'dashboard' },
    { title: 'transactionManagement', icon: 'transaction', children: [{ screen: paths.transactions }] },
    {
      title: 'merchantManagement',
      icon: 'account',
      children: [
        { screen: paths.merchants },
        { screen: paths.settlements },
        { screen: paths.settlementMovements },
        { screen: paths.merchantStatement },
        { screen: paths.feePlans },
      ],
    },
    { title: 'codeManagement', icon: 'qr', children: [{ screen: paths.codes }, { screen: paths.studio }, { screen: paths.accounts }] },
    {
      title: 'incidentHandling',
      icon: 'incident',
      children: [{ screen: paths.inquiry }, { screen: paths.incidents }, { screen: paths.incidentBoard }],
    },
    {
      title: 'reconciliationManagement',
      icon: 'reconciliation',
      children: [{ screen: paths.reconciliation }, { screen: paths.reconciliationAgeing }, { screen: paths.reconciliationSetups }],
    },
    {
      title: 'reports',
      icon: 'report',
      children: [
        { screen: paths.dailyReport },
        { screen: paths.summaryReport },
        { screen: paths.returnReport },
        { screen: paths.returnSummary },
        { screen: paths.cumulativeReport },
      ],
    },
  ],
})
