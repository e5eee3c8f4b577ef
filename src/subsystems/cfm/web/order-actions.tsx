import EyeOutlined from '@ant-design/icons/EyeOutlined'
import type { RowOf } from '#kernel/contract.ts'
import { today } from '#platform/web/api/server-time.ts'
import type { Action, DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, show } from '#platform/web/kit/actions/actions.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { type listOrders, revealIdentity, tellReceiver, unlockOrder } from '../contract/orders.ts'

export type OrderRow = Pick<RowOf<typeof listOrders>, 'id' | 'version' | 'code' | 'status' | 'locked' | 'sends'>

const Reveal = lazyPart<DialogProps<OrderRow>>(() => import('./reveal.tsx'))
const OPEN: readonly string[] = ['SENT', 'NOTIFIED']

/** What people do with an order, in the list and on its page; its money is moved by counters. */
export const orderActions: readonly Action<OrderRow>[] = [
  act(tellReceiver, { ask: [['how', 'toldOn'], 'note'], values: () => ({ how: 'PHONE', toldOn: today() }) }),
  act(unlockOrder, { ask: ['reason'], when: ({ locked, sends, status }) => locked && sends && OPEN.includes(status) }),
  show<OrderRow>((props) => <Reveal {...props} />, { key: 'reveal', contract: revealIdentity, icon: <EyeOutlined /> }),
]
