import { transactionDetail } from '#core/payments/web/public.ts'
import { qrTransactions } from '../contract/transactions.ts'

export default transactionDetail(qrTransactions, { cancellations: true })
