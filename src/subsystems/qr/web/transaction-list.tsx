import { transactionList } from '#core/payments/web/public.ts'
import { qrTransactions } from '../contract/transactions.ts'
import { MerchantSelect } from './merchant-select.tsx'

export default transactionList(qrTransactions, { merchants: MerchantSelect })
