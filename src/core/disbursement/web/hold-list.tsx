import { Alert, Input } from 'antd'
import { requestsOf } from '#core/approvals/contract/request.ts'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { confirmHold, correctHold, findHold, listHolds } from '#core/disbursement/contract/holds.ts'
import { disbursementsTopic, holdMachine } from '#core/disbursement/contract/machine.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, show } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { words } from './words.ts'

type Hold = RowOf<typeof listHolds>
const Drawer = lazyPart<DialogProps<Pick<Hold, 'id'>>>(() => import('./hold-drawer.tsx'))
const view = show<Pick<Hold, 'id'>>((props) => <Drawer {...props} />)

/** Where the money goes instead; another person agrees. */
function NewAccount() {
  return (
    <>
      <Alert type="info" showIcon title={useLabels(words).text('correctNote')} style={{ marginBlockEnd: 12 }} />
      <Pair>
        <Field name="newBankBin">
          <Input autoComplete="off" inputMode="numeric" className="bt-num" />
        </Field>
        <Field name="newAccountNumber">
          <Input autoComplete="off" spellCheck={false} className="bt-num" />
        </Field>
      </Pair>
      <Field name="newAccountName" />
      <Field name="reason" />
    </>
  )
}

const isFree = ({ pendingRequestId }: Pick<Hold, 'pendingRequestId'>) => pendingRequestId === null
const invalidates = [requestsOf, findHold]

/** Receiving accounts that nothing more is sent to until somebody has looked at them. */
export default listScreen(listHolds, {
  live: disbursementsTopic,
  filters: ['text', 'status', 'reason', { field: 'unitId', input: UnitSelect }, { range: ['from', 'to'], label: 'heldAt', days: 0 }],
  columns: [
    { field: 'accountNumber', width: 150, fixed: 'start', opens: view },
    { field: 'name', width: 170 },
    'amount',
    {
      field: 'status',
      width: 190,
      render: ({ status, pendingRequestId }) => {
        const tag = <StatusTag machine={holdMachine.name} value={status} />
        return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
      },
    },
    { field: 'reason', width: 210 },
    { field: 'words', width: 220 },
    { field: 'listedName', width: 180 },
    { field: 'answeredName', width: 180 },
    { field: 'bankBin', width: 110 },
    { field: 'sourceCode', width: 150 },
    { field: 'itemCode', width: 130 },
    { field: 'reference', width: 190 },
    'heldAt',
    { field: 'newAccountNumber', width: 160 },
    { field: 'newAccountName', width: 180 },
    { field: 'newBankBin', width: 120 },
    'decidedBy',
    'decidedAt',
    'stepNote',
    { field: 'unitName', width: 200 },
    { field: 'sourceKind', hidden: true },
    { field: 'updatedAt', hidden: true },
  ],
  nameOf: ({ accountNumber, name }) => `${accountNumber} ${name}`,
  actions: [
    view,
    act(confirmHold, { key: 'confirm', ask: ['reason'], when: isFree, invalidates }),
    act(correctHold, { key: 'correct', ask: NewAccount, when: isFree, invalidates }),
  ],
})
