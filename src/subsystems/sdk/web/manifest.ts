import { defineManifest } from '#kernel/screens.ts'
import { listApps } from '../contract/apps.ts'
import { getSdkTransaction, listSdkTransactions } from '../contract/transactions.ts'
import { paths } from './paths.ts'

export const manifest = defineManifest({
  module: 'sdk',
  subsystem: 'PP_SDK',
  screens: [
    { path: paths.transactions, permission: listSdkTransactions.permission, title: 'transactions' },
    { path: paths.transaction, permission: getSdkTransaction.permission, title: 'transaction', hidden: true },
    { path: paths.apps, permission: listApps.permission, title: 'apps' },
  ],
  menu: [{ title: 'transactionManagement', icon: 'transaction', children: [{ screen: paths.transactions }, { screen: paths.apps }] }],
})
