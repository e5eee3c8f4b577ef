import { requestsOf } from '#core/approvals/contract/request.ts'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { PartnerSelect } from '#core/organisation/web/public.ts'
import { fundBalances, listReceipts, receiveFunds } from '#core/payouts/contract/funds.ts'
import { receiptMachine } from '#core/payouts/contract/machine.ts'
import { today } from '#platform/web/api/server-time.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { create, show } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { BankSelect } from './selects.tsx'

const Balances = lazyPart<DialogProps<unknown>>(() => import('./balances.tsx'))

function ReceiptFields() {
  return (
    <>
      <Field name="partnerId" chosen>
        <PartnerSelect />
      </Field>
      <Field name="amount" />
      <Pair>
        <Field name="bankId" chosen>
          <BankSelect />
        </Field>
        <Field name="bankReference" />
      </Pair>
      <Field name="receivedOn" />
      <Field name="note" />
    </>
  )
}

/** Money that payers have sent ahead: written down by one person, posted by another. */
export default listScreen(listReceipts, {
  filters: ['text', 'status', { field: 'partnerId', input: PartnerSelect }, { range: ['from', 'to'], label: 'receivedOn', days: 0 }],
  columns: [
    { field: 'code', fixed: 'start' },
    { field: 'partnerName', width: 220 },
    'amount',
    {
      field: 'status',
      render: ({ status, pendingRequestId }) => {
        const tag = <StatusTag machine={receiptMachine.name} value={status} />
        return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
      },
    },
    'receivedOn',
    'bankName',
    'bankReference',
    'createdBy',
    'decidedBy',
    'note',
    { field: 'updatedAt', hidden: true },
  ],
  actions: [
    create(receiveFunds, ReceiptFields, { values: () => ({ receivedOn: today() }), invalidates: [requestsOf, fundBalances] }),
    show((props) => <Balances {...props} />, { key: 'balances', place: 'page', contract: fundBalances }),
  ],
})
