import ControlOutlined from '@ant-design/icons/ControlOutlined'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { act, show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { acknowledgeAlert, alertsTopic, getAlert, listAlerts } from '../contract/alerts.ts'
import { AlertDrawer } from './alert-drawer.tsx'
import { RulesDrawer } from './rules-drawer.tsx'

const view = show(AlertDrawer)

/** What the control rules have found: open alerts first. */
export default listScreen(listAlerts, {
  live: alertsTopic,
  filters: ['text', 'status', 'severity', { field: 'unitId', input: UnitSelect }, { range: ['from', 'to'], label: 'openedAt', days: 0 }, 'rule'],
  columns: [
    { field: 'ruleName', width: 300, fixed: 'start', opens: view },
    { field: 'severity', width: 116 },
    { field: 'status', width: 124 },
    'unitName',
    { field: 'rows', width: 112 },
    { field: 'amount', width: 150 },
    'openedAt',
    'openings',
    'acknowledgedBy',
    'note',
    'lastSeenAt',
    { field: 'urgency', hidden: true },
    { field: 'acknowledgedAt', hidden: true },
    { field: 'healedAt', hidden: true },
    { field: 'rule', hidden: true },
  ],
  actions: [show(RulesDrawer, { key: 'rules', place: 'page', icon: <ControlOutlined /> }), act(acknowledgeAlert, { ask: ['note'], invalidates: [getAlert] })],
})
