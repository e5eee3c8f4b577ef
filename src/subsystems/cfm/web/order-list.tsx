import LockOutlined from '@ant-design/icons/LockOutlined'
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

/** Money orders that an office of the reader's has sent or paid. */
export default listScreen(listOrders, {
  live: ordersTopic,
  filters: [
    'text',
    'status',
    { range: ['from', 'to'], label: 'sentAt', days: 31 },
    'telling',
    'locked',
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
      render: ({ status, locked }) => (
        <>
          <StatusTag machine={moneyOrderMachine.name} value={status} {...(locked ? { tone: 'attention' as const } : {})} /> {locked && <Locked />}
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
    { field: 'updatedAt', hidden: true },
  ],
  detailPath: ({ id }) => orderPath(id),
  actions: orderActions,
})
