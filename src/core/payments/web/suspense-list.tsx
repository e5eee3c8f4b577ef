import { requestsOf } from '#core/approvals/contract/request.ts'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { listSuspense, settleSuspense, suspenseMachine } from '../contract/suspense.ts'

/** Money that its account did not take: what it is, and where it goes. */
export default listScreen(listSuspense, {
  filters: ['text', 'status', 'reason', { range: ['from', 'to'], label: 'createdAt', days: 0 }],
  columns: [
    { field: 'transactionCode', fixed: 'start' },
    'amount',
    {
      field: 'status',
      render: ({ status, pendingRequestId }) => {
        const tag = <StatusTag machine={suspenseMachine.name} value={status} />
        return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
      },
    },
    'reason',
    'accountCode',
    'accountName',
    'createdAt',
    'target',
    'settledAt',
    'settledBy',
  ],
  actions: [act(settleSuspense, { ask: ['target', 'reason'], invalidates: [requestsOf], when: ({ pendingRequestId }) => pendingRequestId === null })],
})
