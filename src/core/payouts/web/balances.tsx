import { Drawer } from 'antd'
import { fundBalances } from '#core/payouts/contract/funds.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { words } from './words.ts'

/** What each payer has sent ahead, and how much of it lists have drawn and not paid. */
export default function Balances({ onClose }: DialogProps<unknown>) {
  const labels = useLabels(words)
  const query = useContractQuery(fundBalances, {}, { quiet: true })
  return (
    <Drawer open size={720} title={labels.text('groupBalances')} onClose={onClose}>
      {query.data ? (
        <FieldTable
          schema={fundBalances.output.element}
          rows={query.data}
          rowKey={({ partnerId }) => partnerId}
          entity="payouts.receipt"
          fields={['partnerName', 'accountCode', 'balance', 'onLists']}
        />
      ) : (
        <Waiting query={query} />
      )}
    </Drawer>
  )
}
