import { transactionDetail } from '#core/payments/web/public.ts'
import { qrTransactions } from '../contract/transactions.ts'
import { accountPath } from './paths.ts'

export default transactionDetail(qrTransactions, { cancellations: true, paidTo: accountPath })
