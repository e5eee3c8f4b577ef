import { Alert, Drawer } from 'antd'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { TraceLink } from '#core/trace/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, bulk, show } from '#platform/web/kit/actions/actions.tsx'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { alikePayments, approveCashOrders, cashOrdersTopic, listCashOrders, rejectCashOrders, withdrawCashOrder } from '../../contract/counter/cash-order.ts'
import { payDesk } from '../../contract/counter/pay.ts'
import { words } from './words.ts'

type Order = RowOf<typeof listCashOrders>

const FIELDS = [
  'status',
  'kind',
  'sourceCode',
  'amount',
  'personName',
  'identityType',
  'identityNumber',
  'unitName',
  'tillCode',
  'tellerName',
  'businessDate',
  'createdAt',
  'large',
] as const
const DECIDED = ['decidedBy', 'decidedAt', 'note'] as const

function OrderDrawer({ row, onClose }: DialogProps<Order>) {
  const fields = [...FIELDS, ...(row.decidedAt === null ? [] : DECIDED), ...(row.slipCode === null ? [] : (['slipCode'] as const))]
  return (
    <Drawer open size={520} onClose={onClose} title={row.code} extra={<TraceLink code={row.code} />}>
      <div className="bt-stack">
        {row.alike !== null && <Alike id={row.id} />}
        <FieldList schema={listCashOrders.row} value={row} entity="cash.counter.cashOrder" fields={fields} />
      </div>
    </Drawer>
  )
}

/** The payments that it is like, and what has become of them since. */
function Alike({ id }: Pick<Order, 'id'>) {
  const labels = useLabels(words)
  const query = useContractQuery(alikePayments, { id }, { quiet: true })
  if (!query.data) return <Waiting query={query} />
  return query.data.map(({ code, status, office, at }) => {
    const [type, text] = ENDED[status] ?? (['warning', 'alikeUnknown'] as const)
    const title = labels.text(text, { payment: code, office, at: showTimestamp(at) })
    return <Alert key={code} type={type} showIcon title={title} action={<TraceLink code={code} />} />
  })
}

const MADE = ['error', 'alikeMade'] as const
const ENDED: Readonly<Record<string, readonly ['error' | 'info', 'alikeMade' | 'alikeNotMade']>> = {
  PAID: MADE,
  EXCESS: MADE,
  RELEASED: ['info', 'alikeNotMade'],
}

const view = show<Order>(OrderDrawer)
const facts = ['personName', 'amount', 'sourceCode', 'alike'] as const

/** Payments above what a teller pays alone: who oversees the unit decides them. */
export default listScreen(listCashOrders, {
  live: cashOrdersTopic,
  filters: [
    'text',
    'status',
    'whose',
    { field: 'unitId', input: UnitSelect },
    { range: ['from', 'to'], label: 'businessDate', days: 0 },
    { range: ['amountFrom', 'amountTo'], label: 'amount' },
    'kind',
    'large',
  ],
  columns: [
    { field: 'code', fixed: 'start', opens: view },
    'status',
    'amount',
    'personName',
    'tellerName',
    'createdAt',
    'alike',
    'sourceCode',
    'unitName',
    'tillCode',
    'kind',
    'identityNumber',
    'businessDate',
    'large',
    'decidedBy',
    'decidedAt',
    'note',
    { field: 'slipCode', hidden: true },
    { field: 'identityType', hidden: true },
    { field: 'own', hidden: true },
  ],
  actions: [
    view,
    act(withdrawCashOrder, { danger: true, when: ({ own }: Order) => own, invalidates: [payDesk] }),
    bulk(approveCashOrders, { event: 'approve', facts, reason: 'optional', when: ({ own }: Order) => !own, input: (note) => ({ note }) }),
    bulk(rejectCashOrders, { event: 'reject', danger: true, facts, reason: 'needed', when: ({ own }: Order) => !own, input: (note) => ({ note }) }),
  ],
})
