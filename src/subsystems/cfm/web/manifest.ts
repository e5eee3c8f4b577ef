import { defineManifest } from '#kernel/screens.ts'
import { paths } from './paths.ts'

/** Permissions are named, not taken from the contracts: every page loads the manifests, and would load the contracts with them. */
export const manifest = defineManifest({
  module: 'cfm',
  subsystem: 'PP_CFM',
  screens: [
    { path: paths.transactions, permission: 'pp-cfm/quan_ly_giao_dich/danh_sach/view', title: 'transactions' },
    { path: paths.transaction, permission: 'pp-cfm/quan_ly_giao_dich/detail/view', title: 'transaction', hidden: true },
    { path: paths.cashReports, permission: 'cash-report/cash-book/view', title: 'cashReports' },
    { path: paths.units, permission: 'user-permission/user-management/org-units/view', title: 'units' },
    { path: paths.admins, permission: 'user-permission/user-management/users/view', title: 'admins' },
    { path: paths.adminsImport, permission: 'user-permission/user-management/users/import', title: 'adminsImport' },
    { path: paths.treasury, permission: 'treasury/transactions/view', title: 'treasury' },
    { path: paths.treasuryDetail, permission: 'treasury/transactions/view', title: 'treasuryDetail', hidden: true },
  ],
  menu: [
    { title: 'transactionManagement', icon: 'transaction', children: [{ screen: paths.transactions }] },
    { title: 'reports', icon: 'report', children: [{ screen: paths.cashReports }] },
    { title: 'organisation', icon: 'unit', children: [{ screen: paths.units }] },
    { title: 'accounts', icon: 'user', children: [{ screen: paths.admins }, { screen: paths.adminsImport }] },
    { title: 'treasuryManagement', icon: 'bank', children: [{ screen: paths.treasury }] },
  ],
})
