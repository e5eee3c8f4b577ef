import { addressOf } from '#core/payments/contract/transactions.ts'
import { qrTransactions } from '../contract/transactions.ts'

/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  transactions: qrTransactions.routes.list,
  transaction: qrTransactions.routes.detail,
  dailyReport: '/pp-qr/baocaothongke/baocaochitietngay',
} as const

/** Address of one transaction's detail. */
export const transactionPath = (id: string): string => addressOf(qrTransactions, id)
