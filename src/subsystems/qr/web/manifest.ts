import { defineManifest } from '#kernel/screens.ts'
import { qrDailyReport } from '../contract/daily-report.ts'
import { getQrTransaction, listQrTransactions } from '../contract/transactions.ts'
import { paths } from './paths.ts'

export const manifest = defineManifest({
  module: 'qr',
  subsystem: 'PP_QR',
  screens: [
    { path: paths.transactions, permission: listQrTransactions.permission, title: 'transactions' },
    { path: paths.transaction, permission: getQrTransaction.permission, title: 'transaction', hidden: true },
    { path: paths.dailyReport, permission: qrDailyReport.permission, title: 'dailyReport' },
    { path: paths.merchants, permission: 'merchants/accounts/view', title: 'merchants' },
    { path: paths.merchant, permission: 'merchants/accounts/view', title: 'merchant', hidden: true },
    { path: paths.feePlans, permission: 'merchants/fee-plans/view', title: 'feePlans' },
  ],
  menu: [
    { title: 'transactionManagement', icon: 'transaction', children: [{ screen: paths.transactions }] },
    { title: 'merchantManagement', icon: 'account', children: [{ screen: paths.merchants }, { screen: paths.feePlans }] },
    { title: 'reports', icon: 'report', children: [{ screen: paths.dailyReport }] },
  ],
})
