import { defineManifest } from '#kernel/screens.ts'
import { paths } from './paths.ts'

export const manifest = defineManifest({
  module: 'crm',
  subsystem: 'O2O_CRM',
  screens: [
    { path: paths.dashboard, permission: 'o2o/dashboard/view', title: 'dashboard' },
    { path: paths.approvals, permission: 'o2o/approvals/view', title: 'approvals' },
    { path: paths.controls, permission: 'o2o/controls/view', title: 'controls' },
    { path: paths.moneyTrace, permission: 'o2o/money-trace/view', title: 'moneyTrace', everywhere: true },
    { path: paths.limits, permission: 'o2o/limits/view', title: 'limits' },
    { path: paths.partnerConnections, permission: 'o2o/partner-connections/view', title: 'partnerConnections' },
    { path: paths.partnerCodes, permission: 'o2o/partner-codes/view', title: 'partnerCodes' },
    { path: paths.partnerExchanges, permission: 'o2o/partner-exchanges/view', title: 'partnerExchanges' },
    { path: paths.partnerWebhooks, permission: 'o2o/partner-webhooks/view', title: 'partnerWebhooks' },
    { path: paths.partnerDeliveries, permission: 'o2o/partner-deliveries/view', title: 'partnerDeliveries' },
    { path: paths.disbursements, permission: 'o2o/disbursements/view', title: 'disbursements', everywhere: true },
    { path: paths.disbursement, permission: 'o2o/disbursements/view', title: 'disbursement', hidden: true, everywhere: true },
    { path: paths.transfers, permission: 'o2o/disbursements/view', title: 'transfers', everywhere: true },
    { path: paths.heldAccounts, permission: 'o2o/held-accounts/view', title: 'heldAccounts' },
    { path: paths.returnedTransfers, permission: 'o2o/returned-transfers/view', title: 'returnedTransfers' },
  ],
  menu: [
    { screen: paths.dashboard, icon: 'dashboard' },
    { screen: paths.approvals, icon: 'approval' },
    { screen: paths.controls, icon: 'incident' },
    { screen: paths.moneyTrace, icon: 'inquiry' },
    { screen: paths.limits, icon: 'lock' },
    {
      title: 'moneyOut',
      icon: 'transaction',
      children: [{ screen: paths.disbursements }, { screen: paths.transfers }, { screen: paths.heldAccounts }, { screen: paths.returnedTransfers }],
    },
    {
      title: 'partnerWire',
      icon: 'bank',
      children: [
        { screen: paths.partnerConnections },
        { screen: paths.partnerCodes },
        { screen: paths.partnerExchanges },
        { screen: paths.partnerWebhooks },
        { screen: paths.partnerDeliveries },
      ],
    },
  ],
})
