import { PendingBadge } from '#core/approvals/web/public.ts'
import { listBatches } from '#core/disbursement/contract/batches.ts'
import { batchMachine, disbursementsTopic } from '#core/disbursement/contract/machine.ts'
import { PartnerSelect, UnitSelect } from '#core/organisation/web/public.ts'
import { visit } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { type BatchRow, batchActions } from './batch-actions.tsx'
import { batchAddress, type DisbursementPaths } from './paths.ts'

/** Batches of transfers, newest first; what needs somebody is counted beside what went well. */
export default (paths: DisbursementPaths) => {
  const open = visit<BatchRow>(({ id }) => batchAddress(paths, id), listBatches, { key: 'view' })
  return listScreen(listBatches, {
    live: disbursementsTopic,
    filters: [
      'text',
      'status',
      { field: 'partnerId', input: PartnerSelect },
      { field: 'unitId', input: UnitSelect },
      { range: ['from', 'to'], label: 'createdAt', days: 0 },
    ],
    columns: [
      { field: 'code', width: 150, fixed: 'start', opens: open },
      { field: 'sourceCode', width: 150 },
      {
        field: 'status',
        width: 180,
        render: ({ status, pendingRequestId }) => {
          const tag = <StatusTag machine={batchMachine.name} value={status} />
          return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
        },
      },
      { field: 'itemCount', width: 96 },
      'total',
      'paid',
      { field: 'paidCount', width: 120 },
      { field: 'openCount', width: 120 },
      { field: 'unknownCount', width: 130 },
      { field: 'failedCount', width: 140 },
      { field: 'returnedCount', width: 110 },
      { field: 'leftOut', width: 140 },
      { field: 'partnerName', width: 240 },
      { field: 'unitName', width: 200 },
      'createdBy',
      'createdAt',
      'approvedBy',
      { field: 'sourceKind', hidden: true },
      { field: 'updatedAt', hidden: true },
    ],
    nameOf: ({ code }) => code,
    actions: [open, ...batchActions],
  })
}
