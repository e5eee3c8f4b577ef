import { Alert, Form, Input } from 'antd'
import { requestsOf } from '#core/approvals/contract/request.ts'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { disbursementsTopic, returnMachine } from '#core/disbursement/contract/machine.ts'
import { listReturns, settleReturn } from '#core/disbursement/contract/returns.ts'
import { PartnerSelect, UnitSelect } from '#core/organisation/web/public.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { words } from './words.ts'

/** What becomes of the money; another person agrees. */
function Settlement() {
  const labels = useLabels(words)
  const matches = Form.useWatch('decision') === 'MATCH'
  return (
    <>
      <Alert type="info" showIcon title={labels.text('settleNote')} style={{ marginBlockEnd: 12 }} />
      <Field name="decision" />
      {matches && (
        <Field name="itemReference">
          <Input autoComplete="off" spellCheck={false} className="bt-num" />
        </Field>
      )}
      <Field name="reason" label={labels.text('settleReason')} />
    </>
  )
}

/** Money that came back from receiving banks; what matches no transfer waits for two people. */
export default listScreen(listReturns, {
  live: disbursementsTopic,
  filters: [
    'text',
    'status',
    { field: 'partnerId', input: PartnerSelect },
    { field: 'unitId', input: UnitSelect },
    { range: ['from', 'to'], label: 'occurredAt', days: 0 },
  ],
  columns: [
    { field: 'reference', width: 200, fixed: 'start' },
    'amount',
    {
      field: 'status',
      width: 190,
      render: ({ status, pendingRequestId }) => {
        const tag = <StatusTag machine={returnMachine.name} value={status} />
        return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
      },
    },
    { field: 'reason', width: 220 },
    { field: 'partnerName', width: 240 },
    'occurredAt',
    { field: 'transactionCode', width: 180 },
    { field: 'itemReference', width: 200 },
    'difference',
    'proposedBy',
    'decidedBy',
    'decidedAt',
    'stepNote',
    { field: 'unitName', width: 200 },
    { field: 'updatedAt', hidden: true },
  ],
  nameOf: ({ reference }) => reference,
  actions: [act(settleReturn, { key: 'settle', ask: Settlement, when: ({ pendingRequestId }) => pendingRequestId === null, invalidates: [requestsOf] })],
})
