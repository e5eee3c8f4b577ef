import { PendingBadge } from '#core/approvals/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { listItems } from '../../contract/items.ts'
import { itemsTopic } from '../../contract/machines.ts'
import { CourierSelect } from '../couriers/courier-select.tsx'
import { KeyAccountSelect } from '../key-accounts/key-account-select.tsx'
import { itemPath } from '../paths.ts'
import { itemActions, itemBulks } from './item-actions.tsx'
import { DeliveryTag, MoneyTag } from './states.tsx'

/** Items with cash on delivery that are to be delivered within the reader's scope: where each is, and where its money is. */
export default listScreen(listItems, {
  live: itemsTopic,
  filters: [
    'code',
    'party',
    { range: ['from', 'to'], label: 'acceptedAt', days: 31 },
    'deliveryState',
    'moneyState',
    'due',
    { field: 'unitId', input: UnitSelect },
    { field: 'courierId', input: CourierSelect },
    { field: 'keyAccountId', input: KeyAccountSelect },
    'retail',
    'mark',
    'held',
    { range: ['dueOnFrom', 'dueOnTo'], label: 'dueOn', days: 0 },
    { range: ['codAmountFrom', 'codAmountTo'], label: 'codAmount' },
  ],
  columns: [
    { field: 'code', fixed: 'start' },
    { field: 'deliveryState', render: ({ deliveryState }) => <DeliveryTag value={deliveryState} /> },
    {
      field: 'moneyState',
      render: ({ moneyState, pendingRequestId }) =>
        pendingRequestId === null ? (
          <MoneyTag value={moneyState} />
        ) : (
          <PendingBadge requestId={pendingRequestId}>
            <MoneyTag value={moneyState} />
          </PendingBadge>
        ),
    },
    'codAmount',
    'collectedAmount',
    'handedInAmount',
    'senderName',
    'receiverName',
    'courierName',
    'unitName',
    'acceptedAt',
    'dueOn',
    'daysLate',
    { field: 'marks', width: 200 },
    'holdReason',
    { field: 'keyAccountCode', hidden: true },
    { field: 'courierCode', hidden: true },
    { field: 'route', hidden: true },
    { field: 'promisedOn', hidden: true },
    { field: 'deliveredAt', hidden: true },
    { field: 'collectedAt', hidden: true },
    { field: 'handedInAt', hidden: true },
    { field: 'paidOutAt', hidden: true },
    { field: 'attempts', hidden: true },
    { field: 'postage', hidden: true },
    { field: 'codFee', hidden: true },
    { field: 'held', hidden: true },
    { field: 'acceptedUnitName', hidden: true },
    { field: 'updatedAt', hidden: true },
  ],
  detailPath: ({ id }) => itemPath(id),
  actions: [...itemActions, ...itemBulks],
})
