import { PendingBadge } from '#core/approvals/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { listPayouts } from '#core/payouts/contract/lists.ts'
import { listMachine, payoutsTopic } from '#core/payouts/contract/machine.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { type PayoutPaths, payoutAddress } from './paths.ts'
import { newPayout, payoutActions } from './payout-actions.tsx'
import { MonthInput, ProgrammeSelect } from './selects.tsx'

/** Payout lists: whose money it is, how much of it was fetched, what waits for somebody. */
export default (paths: PayoutPaths) =>
  listScreen(listPayouts, {
    live: payoutsTopic,
    filters: [
      'text',
      'status',
      { field: 'month', input: MonthInput },
      { field: 'programmeId', input: ProgrammeSelect },
      'kind',
      { field: 'unitId', input: UnitSelect },
      { range: ['from', 'to'], label: 'payFrom', days: 0 },
    ],
    columns: [
      { field: 'code', width: 148, fixed: 'start' },
      { field: 'programmeName', width: 156 },
      { field: 'month', width: 100 },
      {
        field: 'status',
        width: 122,
        render: ({ status, pendingRequestId }) => {
          const tag = <StatusTag machine={listMachine.name} value={status} />
          return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
        },
      },
      { field: 'lineCount', width: 86 },
      { field: 'total', width: 148 },
      { field: 'paid', width: 128 },
      { field: 'unpaid', width: 132 },
      { field: 'returned', width: 170 },
      { field: 'cancelled', width: 128 },
      'payFrom',
      'payUntil',
      'partnerName',
      'unitName',
      'kind',
      { field: 'contentVersion', hidden: true },
      { field: 'createdBy', hidden: true },
      { field: 'updatedAt', hidden: true },
      { field: 'updatedBy', hidden: true },
    ],
    detailPath: ({ id }) => payoutAddress(paths, id),
    actions: [newPayout(paths), ...payoutActions(paths)],
  })
