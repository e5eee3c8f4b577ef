import { transactionDetail } from '#core/payments/web/public.ts'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { sdkTransactions } from '../contract/transactions.ts'
import { FactsSection } from './facts-section.tsx'
import { LookUp } from './look-up.tsx'

const Detail = transactionDetail(sdkTransactions, { cancellations: true, sections: FactsSection })

/** One payment, or where nothing is asked for a way to it. */
export default function TransactionDetail() {
  return useAsked().get('id') ? <Detail /> : <LookUp />
}
