import { MerchantSelect } from '#core/merchants/web/public.ts'
import { transactionList } from '#core/payments/web/public.ts'
import { qrTransactions } from '../contract/transactions.ts'

export default transactionList(qrTransactions, { merchants: MerchantSelect })
