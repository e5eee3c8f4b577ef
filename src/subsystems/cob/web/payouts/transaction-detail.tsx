import { printCounterSlip } from '#core/cash/contract/counter/slip.ts'
import { PrintButton } from '#core/cash/web/public.ts'
import { transactionDetail } from '#core/payments/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { findItem } from '../../contract/items.ts'
import { getPayoutPeople, senderPayoutTransactions } from '../../contract/payouts/service.ts'
import { itemPath } from '../paths.ts'
import { words } from './words.ts'

const ENTITY = 'cob.payouts.transaction'

/** What was paid to whom, for whom and where, and its slip. */
function Payout({ transaction: { id, status, own } }: { transaction: OutputOf<typeof senderPayoutTransactions.detail> }) {
  const labels = useLabels(words)
  const opens = usePermission(findItem.permission)
  const prints = usePermission(printCounterSlip.permission)
  const { data } = useContractQuery(getPayoutPeople, { id }, { quiet: true })
  return (
    <Section
      title={labels.text('groupPayout')}
      extra={status === 'SUCCEEDED' && prints && <PrintButton contract={printCounterSlip} id={id} label={labels.text('printSlip')} />}
    >
      <FieldList
        schema={senderPayoutTransactions.service.own}
        value={own}
        entity={ENTITY}
        fields={[
          { field: 'itemCode', render: () => (opens && data ? <PageLink to={itemPath(data.itemId)}>{own.itemCode}</PageLink> : own.itemCode) },
          'tillCode',
          'tellerCode',
          ...(own.withoutShift ? (['withoutShift'] as const) : []),
        ]}
      />
      {data && (
        <FieldList
          schema={getPayoutPeople.output}
          value={data}
          entity={ENTITY}
          fields={['senderName', 'personName', 'identityType', 'identityNumber', ...(data.paper === null ? [] : (['paper'] as const))]}
        />
      )}
    </Section>
  )
}

export default transactionDetail(senderPayoutTransactions, { refunds: false, sections: Payout, ownFacts: false })
