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
  ],
  menu: [
    { title: 'transactionManagement', icon: 'transaction', children: [{ screen: paths.transactions }] },
    { title: 'reports', icon: 'report', children: [{ screen: paths.dailyReport }] },
  ],
})
