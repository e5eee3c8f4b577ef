import { PendingBadge } from '#core/approvals/web/public.ts'
import { requestMachine, requestsTopic } from '#core/reconciliation/contract/machines.ts'
import type { RequestContracts } from '#core/reconciliation/contract/requests.ts'
import { visit } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { requestAddress } from '../addresses.ts'
import { partnerInput } from '../selects.tsx'
import { requestActions } from './request-actions.ts'

/** What people have asked to become of transactions that do not agree. */
export default (contracts: RequestContracts) =>
  listScreen(contracts.list, {
    live: requestsTopic,
    filters: [
      'text',
      'kind',
      'status',
      { field: 'partnerId', label: 'partnerName', input: partnerInput(contracts.partners) },
      { range: ['from', 'to'], label: 'createdAt', days: 0 },
    ],
    columns: [
      { field: 'code', width: 166, fixed: 'start' },
      { field: 'kind', width: 140 },
      {
        field: 'status',
        width: 136,
        render: ({ status, pendingRequestId }) => {
          const tag = <StatusTag machine={requestMachine.name} value={status} />
          return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
        },
      },
      { field: 'items', width: 112 },
      { field: 'total', width: 130 },
      { field: 'done', width: 86 },
      { field: 'failed', width: 134 },
      { field: 'reason', width: 220 },
      { field: 'partnerName', width: 180 },
      { field: 'sessionCode', width: 170 },
      'createdBy',
      'createdAt',
      { field: 'updatedAt', hidden: true },
    ],
    nameOf: ({ code }) => code,
    detailPath: ({ id }) => requestAddress(contracts, id),
    actions: [visit(contracts.routes.create, contracts.create, { key: 'create' }), ...requestActions(contracts)],
  })
