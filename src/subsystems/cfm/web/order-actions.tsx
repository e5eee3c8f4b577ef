import EyeOutlined from '@ant-design/icons/EyeOutlined'
import type { ComponentProps } from 'react'
import { requestsOf } from '#core/approvals/contract/request.ts'
import type { RowOf } from '#kernel/contract.ts'
import { today } from '#platform/web/api/server-time.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, show } from '#platform/web/kit/actions/actions.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { type listOrders, releaseOrder, revealIdentity, tellReceiver, unlockOrder } from '../contract/orders.ts'
import type RevealDialog from './reveal.tsx'

export type OrderRow = Pick<RowOf<typeof listOrders>, 'id' | 'version' | 'code' | 'status' | 'locked' | 'sends' | 'held' | 'pendingRequestId'>

const Reveal = lazyPart<ComponentProps<typeof RevealDialog>>(() => import('./reveal.tsx'))
const OPEN: readonly string[] = ['SENT', 'NOTIFIED']

/** What people do with an order, in the list and on its page; its money is moved by counters. */
export const orderActions: readonly Action<OrderRow>[] = [
  act(tellReceiver, { ask: [['how', 'toldOn'], 'note'], values: () => ({ how: 'PHONE', toldOn: today() }) }),
  act(unlockOrder, { ask: ['reason'], when: ({ locked, sends, status }) => locked && sends && OPEN.includes(status) }),
  act(releaseOrder, {
    key: 'release',
    ask: ['reason'],
    invalidates: [requestsOf],
    when: ({ held, pendingRequestId }) => held && pendingRequestId === null,
  }),
  show<OrderRow>(({ row: { id, code }, onClose }) => <Reveal entity="cfm.order" id={id} of={code} onClose={onClose} />, {
    key: 'reveal',
    contract: revealIdentity,
    icon: <EyeOutlined />,
  }),
]
