import { transactionDetail } from '#core/payments/web/public.ts'
import { cfmTransactions } from '../contract/transactions.ts'
import { CounterSection } from './counter-section.tsx'

export default transactionDetail(cfmTransactions, { refunds: false, sections: CounterSection })
