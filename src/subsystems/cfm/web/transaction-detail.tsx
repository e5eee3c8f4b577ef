import { IncidentsOf } from '#core/incidents/web/public.ts'
import { transactionDetail } from '#core/payments/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { cfmIncidents } from '../contract/incidents.ts'
import { cfmTransactions, type getCfmTransaction } from '../contract/transactions.ts'
import { CounterSection } from './counter-section.tsx'

/** The order and slip of a transaction, and what was reported about it. */
function Sections({ transaction }: { transaction: OutputOf<typeof getCfmTransaction> }) {
  const { id, code, payer, payee, direction } = transaction
  const reporter = (direction === 'IN' ? payer : payee).name
  return (
    <>
      <CounterSection transaction={transaction} />
      <IncidentsOf contracts={cfmIncidents} record={{ type: 'payment.transaction', id, code, reporter }} />
    </>
  )
}

export default transactionDetail(cfmTransactions, { refunds: false, sections: Sections })
