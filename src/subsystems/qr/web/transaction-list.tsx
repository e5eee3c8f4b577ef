import { transactionList } from '#core/payments/web/public.ts'
import { qrTransactions } from '../contract/transactions.ts'

export default transactionList(qrTransactions, { filters: ['qrCode', 'creditedAccount', 'refunds'], returns: ['refund', 'cancelPayment'] })
