import { PendingBadge } from '#core/approvals/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { listIssuances } from '../../contract/issuances/lots.ts'
import { issuancesTopic, lotMachine } from '../../contract/issuances/machines.ts'
import { KeyAccountSelect } from '../key-accounts/key-account-select.tsx'
import { issuancePath } from '../paths.ts'
import { lotActions, newLot } from './lot-actions.tsx'

/** Lots of collection requests: whose, how much, and how much of it has come in. */
export default listScreen(listIssuances, {
  live: issuancesTopic,
  filters: [
    'text',
    'status',
    { field: 'keyAccountId', input: KeyAccountSelect },
    { field: 'unitId', input: UnitSelect },
    { range: ['from', 'to'], label: 'createdAt', days: 0 },
  ],
  columns: [
    { field: 'code', width: 148, fixed: 'start' },
    { field: 'name', width: 200 },
    { field: 'keyAccountName', width: 190 },
    {
      field: 'status',
      width: 140,
      render: ({ status, pendingRequestId }) => {
        const tag = <StatusTag machine={lotMachine.name} value={status} />
        return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
      },
    },
    { field: 'lineCount', width: 100 },
    { field: 'total', width: 148 },
    { field: 'collected', width: 148 },
    { field: 'collectedLines', width: 140 },
    { field: 'openLines', width: 140 },
    'unitName',
    'issuedAt',
    'createdAt',
    'createdBy',
    { field: 'keyAccountCode', hidden: true },
    { field: 'updatedAt', hidden: true },
    { field: 'updatedBy', hidden: true },
  ],
  detailPath: ({ id }) => issuancePath(id),
  actions: [newLot, ...lotActions],
})
