import { transactionList } from '#core/payments/web/public.ts'
import { cfmTransactions } from '../contract/transactions.ts'

export default transactionList(cfmTransactions, { filters: ['orderCode', 'tillCode', 'withoutShift'] })
