import { PartnerSelect } from '#core/organisation/web/public.ts'
import { transactionList } from '#core/payments/web/public.ts'
import { qrTransactions } from '../contract/transactions.ts'

export default transactionList(qrTransactions, {
  filters: ['hour', { field: 'partnerId', input: PartnerSelect }, 'payerBankBin', 'qrCode', 'creditedAccount', 'refunds'],
  returns: ['refund', 'cancelPayment'],
})
