import { printCounterSlip } from '#core/cash/contract/counter/slip.ts'
import { PrintButton } from '#core/cash/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { findOrder } from '../contract/orders.ts'
import type { getCfmTransaction } from '../contract/transactions.ts'
import { orderPath } from './paths.ts'
import { words } from './words.ts'

type Transaction = OutputOf<typeof getCfmTransaction>

/** The money order of a transaction with both people, and its slip. */
export function CounterSection({ transaction }: { transaction: Transaction }) {
  const labels = useLabels(words)
  const sees = usePermission(findOrder.permission)
  const prints = usePermission(printCounterSlip.permission)
  const code = transaction.own.orderCode ?? transaction.code
  const query = useContractQuery(findOrder, { code }, { quiet: true, enabled: sees })
  const order = query.data
  const slip = order?.slips.find(({ transactionId }) => transactionId === transaction.id)
  const printable = slip && (slip.slipStatus === 'PAID' || slip.slipStatus === 'EXCESS') && prints
  if (!order) return null
  return (
    <Section title={labels.text('groupOrder')}>
      <FieldList
        schema={findOrder.output}
        value={order}
        entity="cfm.order"
        fields={[
          { field: 'code', render: () => <PageLink to={orderPath(order.id)}>{order.code}</PageLink> },
          'status',
          'senderName',
          'senderIdentityNumber',
          'receiverName',
          ...(order.receiverIdentityNumber === null ? [] : (['receiverIdentityNumber'] as const)),
        ]}
      />
      {printable && <PrintButton contract={printCounterSlip} id={transaction.id} label={labels.text('printSlip')} />}
    </Section>
  )
}
