import { transactionDetail } from '#core/payments/web/public.ts'
import { cfmTransactions } from '../contract/transactions.ts'

export default transactionDetail(cfmTransactions, { refunds: false })
