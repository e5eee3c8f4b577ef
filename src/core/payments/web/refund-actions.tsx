import { Button } from 'antd'
import { useState } from 'react'
import { PendingBadge } from '#core/approvals/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { parseMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import type { TransactionContracts } from '../contract/transactions.ts'
import { RefundForm } from './refund-form.tsx'

interface Props {
  contracts: TransactionContracts
  transaction: OutputOf<TransactionContracts['detail']>
}

/** In the head of a transaction: the request that waits, or the button that asks for a refund, where state and right allow it. */
export function RefundActions({ contracts, transaction }: Props) {
  const labels = useLabels('payments')
  const mayAsk = usePermission(contracts.permissions.ask)
  const [open, setOpen] = useState(false)
  const { data } = useContractQuery(contracts.refunds, { id: transaction.id }, { quiet: true })
  if (!data) return null
  return (
    <>
      {data.pendingRequestId && <PendingBadge requestId={data.pendingRequestId} />}
      {mayAsk && parseMoney(data.refundable) > 0n && (
        <Button type="primary" onClick={() => setOpen(true)}>
          {labels.text('refund')}
        </Button>
      )}
      <RefundForm
        contracts={contracts}
        open={open}
        transaction={transaction}
        refunded={data.refunded}
        refundable={data.refundable}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
