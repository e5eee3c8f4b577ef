import LockOutlined from '@ant-design/icons/LockOutlined'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { useNames } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { moneyOrderMachine, ordersTopic } from '../contract/machine.ts'
import { listOrders } from '../contract/orders.ts'
import { orderActions } from './order-actions.tsx'
import { orderPath } from './paths.ts'

function Locked() {
  const names = useNames('cfm.order')
  return <LockOutlined role="img" aria-label={names.field('cfm.order', 'locked')} title={names.field('cfm.order', 'locked')} />
}

function Tag({ status, attention, requestId }: { status: string; attention: boolean; requestId: string | null }) {
  const tag = <StatusTag machine={moneyOrderMachine.name} value={status} {...(attention ? { tone: 'attention' as const } : {})} />
  return requestId === null ? tag : <PendingBadge requestId={requestId}>{tag}</PendingBadge>
}

/** Money orders that an office of the reader's has sent or paid. */
export default listScreen(listOrders, {
  live: ordersTopic,
  filters: [
    'text',
    'status',
    { range: ['from', 'to'], label: 'sentAt', days: 31 },
    'telling',
    'locked',
    'held',
    'dueBack',
    { field: 'fromUnitId', input: UnitSelect },
    { field: 'paidUnitId', input: UnitSelect },
    { range: ['amountFrom', 'amountTo'], label: 'amount' },
  ],
  columns: [
    { field: 'code', fixed: 'start' },
    'amount',
    {
      field: 'status',
      render: ({ status, locked, held, pendingRequestId }) => (
        <>
          <Tag status={status} attention={locked || held} requestId={pendingRequestId} /> {locked && <Locked />}
        </>
      ),
    },
    { field: 'senderName', width: 150 },
    { field: 'receiverName', width: 150 },
    'sentAt',
    'fromUnit',
    'paidUnit',
    'telling',
    'tellBy',
    'toldOn',
    'daysLeft',
    { field: 'returnAmount', hidden: true },
    { field: 'locked', hidden: true },
    { field: 'held', hidden: true },
    { field: 'updatedAt', hidden: true },
  ],
  detailPath: ({ id }) => orderPath(id),
  actions: orderActions,
})
