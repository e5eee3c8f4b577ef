import { addressOf } from '#core/payments/contract/transactions.ts'
import { APPS_ROUTE } from '../contract/apps.ts'
import { sdkTransactions } from '../contract/transactions.ts'

/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  transactions: sdkTransactions.routes.list,
  transaction: sdkTransactions.routes.detail,
  apps: APPS_ROUTE,
} as const

/** Address of one transaction's detail. */
export const transactionPath = (id: string): string => addressOf(sdkTransactions, id)
