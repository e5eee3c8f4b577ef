import { transactionList } from '#core/payments/web/public.ts'
import { senderPayoutTransactions } from '../../contract/payouts/service.ts'

export default transactionList(senderPayoutTransactions, { filters: ['itemCode', 'tillCode', 'withoutShift'] })
