import { defineManifest } from '#kernel/screens.ts'
import { sdkReconciliationPermissions } from '../contract/reconciliation-place.ts'
import { getSdkTransaction, listSdkTransactions } from '../contract/transactions.ts'
import { paths } from './paths.ts'

const REQUESTS = 'pp-sdk/xu_ly_giao_dich_bat_dong_bo'

export const manifest = defineManifest({
  module: 'sdk',
  subsystem: 'PP_SDK',
  screens: [
    { path: paths.transactions, permission: listSdkTransactions.permission, title: 'transactions' },
    { path: paths.transaction, permission: getSdkTransaction.permission, title: 'transaction', hidden: true },
    { path: paths.apps, permission: 'pp-sdk/quan_ly_giao_dich/ung_dung/view', title: 'apps' },
    { path: paths.reconciliation, permission: sdkReconciliationPermissions.see, title: 'reconciliation' },
    { path: paths.reconciliationSession, permission: sdkReconciliationPermissions.see, title: 'reconciliationSession', hidden: true },
    { path: paths.reconciliationSetups, permission: sdkReconciliationPermissions.viewConfig, title: 'reconciliationSetups' },
    { path: paths.reconciliationSetup, permission: sdkReconciliationPermissions.viewConfig, title: 'reconciliationSetup', hidden: true },
    { path: paths.reconciliationAgeing, permission: sdkReconciliationPermissions.see, title: 'reconciliationAgeing' },
    { path: paths.requests, permission: `${REQUESTS}/view`, title: 'requests' },
    { path: paths.requestCreate, permission: `${REQUESTS}/create`, title: 'requestCreate', hidden: true },
    { path: paths.request, permission: `${REQUESTS}/view`, title: 'request', hidden: true },
  ],
  menu: [
    { title: 'transactionManagement', icon: 'transaction', children: [{ screen: paths.transactions }, { screen: paths.apps }] },
    {
      title: 'reconciliationManagement',
      icon: 'reconciliation',
      children: [{ screen: paths.reconciliation }, { screen: paths.reconciliationAgeing }, { screen: paths.reconciliationSetups }],
    },
    { title: 'handling', icon: 'incident', children: [{ screen: paths.requests }] },
  ],
})
