import { transactionList } from '#core/payments/web/public.ts'
import { payoutTransactions } from '../contract/payouts.ts'

export default transactionList(payoutTransactions, { filters: ['lineCode', 'tillCode', 'withoutShift'] })
