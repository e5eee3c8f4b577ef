import { addressOf } from '#core/payments/contract/transactions.ts'
import { qrTransactions } from '../contract/transactions.ts'

/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  transactions: qrTransactions.routes.list,
  transaction: qrTransactions.routes.detail,
  dailyReport: '/pp-qr/baocaothongke/baocaochitietngay',
  merchants: '/pp-qr/qltaikhoan',
  merchant: '/pp-qr/qltaikhoan/chi_tiet',
  feePlans: '/pp-qr/qltaikhoan/bieu_phi',
} as const

/** Address of one merchant, and of one fee plan in its list. */
export const merchantPath = (id: string): string => `${paths.merchant}?id=${id}`
export const feePlanPath = (id: string): string => `${paths.feePlans}?id=${id}`

/** Address of one transaction's detail. */
export const transactionPath = (id: string): string => addressOf(qrTransactions, id)
