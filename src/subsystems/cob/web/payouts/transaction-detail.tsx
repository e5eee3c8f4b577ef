import { printCounterSlip } from '#core/cash/contract/counter/slip.ts'
import { PrintButton } from '#core/cash/web/public.ts'
import { transactionDetail } from '#core/payments/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { senderPayoutTransactions } from '../../contract/payouts/service.ts'
import { words } from './words.ts'

/** The slip of a payout. */
function SlipSection({ transaction: { id, status, own } }: { transaction: OutputOf<typeof senderPayoutTransactions.detail> }) {
  const labels = useLabels(words)
  const prints = usePermission(printCounterSlip.permission)
  if (status !== 'SUCCEEDED' || !prints) return null
  return (
    <Section title={`${labels.field('transaction', 'itemCode')} ${own.itemCode ?? ''}`}>
      <PrintButton contract={printCounterSlip} id={id} label={labels.text('printSlip')} />
    </Section>
  )
}

export default transactionDetail(senderPayoutTransactions, { refunds: false, sections: SlipSection })
