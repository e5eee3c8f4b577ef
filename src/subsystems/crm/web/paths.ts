/** Routes of the sub-system. */
export const paths = {
  dashboard: '/crm/dashboard',
  approvals: '/crm/approvals',
  controls: '/crm/controls',
  moneyTrace: '/crm/money-trace',
  limits: '/crm/controls/limits',
  partnerConnections: '/crm/partner-connections',
  partnerCodes: '/crm/partner-connections/codes',
  partnerExchanges: '/crm/partner-connections/exchanges',
  partnerWebhooks: '/crm/partner-connections/webhooks',
  partnerDeliveries: '/crm/partner-connections/deliveries',
  disbursements: '/crm/disbursements',
  disbursement: '/crm/disbursements/batch',
  transfers: '/crm/disbursements/transfers',
  heldAccounts: '/crm/disbursements/held-accounts',
  returnedTransfers: '/crm/disbursements/returned',
} as const

/** The inbox with what the person may decide. */
export const toDecidePath = `${paths.approvals}?box=TO_DECIDE`

/** A batch of transfers by its id, a transfer by that of its transaction, and a held account. */
export const batchPath = (id: string) => `${paths.disbursement}?id=${id}`
export const transferPath = (transactionId: string) => `${paths.transfers}?transactionId=${transactionId}`
export const heldAccountPath = (id: string) => `${paths.heldAccounts}?id=${id}`
export const returnedPath = (id: string) => `${paths.returnedTransfers}?id=${id}`
