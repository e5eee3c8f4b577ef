import { Button } from 'antd'
import { useState } from 'react'
import { PendingBadge } from '#core/approvals/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { parseMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { getQrRefunds, refundPermissions } from '../contract/refunds.ts'
import type { getQrTransaction } from '../contract/transactions.ts'
import { RefundForm } from './refund-form.tsx'
import { words } from './words.ts'

type Transaction = OutputOf<typeof getQrTransaction>

/** In the head of a transaction: the request that waits, or the button that asks for a refund, where state and right allow it. */
export function RefundActions({ transaction }: { transaction: Transaction }) {
  const labels = useLabels(words)
  const mayAsk = usePermission(refundPermissions.ask)
  const [open, setOpen] = useState(false)
  const { data } = useContractQuery(getQrRefunds, { id: transaction.id }, { quiet: true })
  if (!data) return null
  return (
    <>
      {data.pendingRequestId && <PendingBadge requestId={data.pendingRequestId} />}
      {mayAsk && parseMoney(data.refundable) > 0n && (
        <Button type="primary" onClick={() => setOpen(true)}>
          {labels.text('refund')}
        </Button>
      )}
      <RefundForm open={open} transaction={transaction} refunded={data.refunded} refundable={data.refundable} onClose={() => setOpen(false)} />
    </>
  )
}
