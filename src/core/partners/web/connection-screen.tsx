import { PendingBadge } from '#core/approvals/web/public.ts'
import { act, create, edit, show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import {
  changeConnection,
  connectionMachine,
  createConnection,
  findConnection,
  listConnections,
  turnOffConnection,
  turnOnConnection,
} from '../contract/connections.ts'
import { ConnectionDrawer } from './connection-drawer.tsx'
import { ConnectionFields, USUAL } from './connection-fields.tsx'
import { CircuitTag } from './verdict.tsx'

const view = show(ConnectionDrawer)
const isFree = ({ pendingRequestId }: { pendingRequestId: string | null }) => pendingRequestId === null
const invalidates = [findConnection]

/** Where each partner is reached, and whether it answers. */
export default listScreen(listConnections, {
  filters: ['text', 'status', 'circuit'],
  columns: [
    { field: 'partnerName', width: 300, fixed: 'start', opens: view },
    { field: 'partnerCode', width: 120 },
    {
      field: 'status',
      width: 150,
      render: ({ status, pendingRequestId }) =>
        pendingRequestId === null ? <StatusTag machine={connectionMachine.name} value={status} /> : <PendingBadge requestId={pendingRequestId} />,
    },
    { field: 'circuit', width: 140, render: ({ circuit }) => <CircuitTag value={circuit} /> },
    { field: 'calls', width: 100 },
    { field: 'unanswered', width: 110 },
    'lastSuccessAt',
    'lastFailureAt',
    { field: 'lastFault', width: 220 },
    'baseUrl',
    'updatedAt',
    'updatedBy',
  ],
  nameOf: ({ partnerName }) => partnerName,
  actions: [
    create(createConnection, ConnectionFields, { values: () => USUAL, size: 720 }),
    act(turnOnConnection, { key: 'turnOn', ask: ['reason'], when: isFree, invalidates }),
    edit(changeConnection, ConnectionFields, { read: findConnection, when: isFree, size: 720, invalidates }),
    act(turnOffConnection, { key: 'turnOff', danger: true, ask: ['reason'], invalidates }),
  ],
})
