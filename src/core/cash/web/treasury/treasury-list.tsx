import { PendingBadge } from '#core/approvals/web/public.ts'
import { treasuryMachine, treasuryTopic } from '#core/cash/contract/treasury/transaction.ts'
import { listTreasury } from '#core/cash/contract/treasury/transactions.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { addressOf, type TreasuryPaths } from './paths.ts'
import { CourierSelect } from './selects.tsx'
import { newTreasury, treasuryActions } from './treasury-actions.tsx'

/** Cash that moves between holdings and banks: what waits, what is on its way, what differs. */
export default (paths: TreasuryPaths) =>
  listScreen(listTreasury, {
    live: treasuryTopic,
    filters: [
      'text',
      'status',
      'kind',
      'transit',
      'toReceive',
      { range: ['from', 'to'], label: 'plannedOn', days: 0 },
      { field: 'fromUnitId', input: UnitSelect },
      { field: 'toUnitId', input: UnitSelect },
      { field: 'courierId', input: CourierSelect },
      { range: ['dispatchedFrom', 'dispatchedTo'], label: 'dispatched', days: 0 },
      { range: ['receivedFrom', 'receivedTo'], label: 'received', days: 0 },
      { range: ['amountFrom', 'amountTo'], label: 'amount' },
      'statement',
    ],
    columns: [
      { field: 'code', width: 160, fixed: 'start' },
      { field: 'kind', width: 130 },
      'fromName',
      'toName',
      { field: 'amount', width: 142 },
      {
        field: 'status',
        render: ({ status, transit, pendingRequestId }) => {
          const tag = <StatusTag machine={treasuryMachine.name} value={status} {...(transit === 'OVERDUE' ? { tone: 'attention' as const } : {})} />
          return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
        },
      },
      { field: 'transit', width: 132 },
      'transitHours',
      'plannedOn',
      'dispatchedAt',
      'receivedAt',
      'courierName',
      'receivedAmount',
      'difference',
      'statement',
      'sealNumber',
      { field: 'bankReference', hidden: true },
      { field: 'createdBy', hidden: true },
      { field: 'updatedAt', hidden: true },
    ],
    detailPath: ({ id }) => addressOf(paths, id),
    actions: [...newTreasury(paths), ...treasuryActions()],
  })
