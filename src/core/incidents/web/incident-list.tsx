import { Segmented } from 'antd'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { incidentMachine, incidentsTopic } from '#core/incidents/contract/incident.ts'
import { type IncidentContracts, incidentAddress } from '#core/incidents/contract/incidents.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { DueTime } from './due-time.tsx'
import { incidentActions, pageActions } from './incident-actions.tsx'
import './incidents.css'
import { filterInputs } from './selects.tsx'
import { words } from './words.ts'

const VIEWS = ['MINE', 'TEAM', 'OVERDUE', 'UNASSIGNED'] as const
const ALL = ''

/** One press to what one looks for; other conditions stay in the filter. */
function Views() {
  const labels = useLabels(words)
  const { tabId, address } = useScreen()
  const [path = '', query = ''] = address.split('?')
  const asked = new URLSearchParams(query)
  const choose = (view: string) => {
    view === ALL ? asked.delete('view') : asked.set('view', view)
    asked.delete('page')
    replaceAddress(tabId, asked.size > 0 ? `${path}?${asked}` : path, true)
  }
  return (
    <Segmented
      aria-label={labels.field('incident', 'view')}
      value={asked.get('view') ?? ALL}
      options={[{ value: ALL, label: labels.text('boardAll') }, ...VIEWS.map((view) => ({ value: view, label: labels.enumValue('incidents.view', view) }))]}
      onChange={choose}
    />
  )
}

export default (contracts: IncidentContracts) => {
  const inputs = filterInputs(contracts)
  return listScreen(contracts.list, {
    live: incidentsTopic,
    above: Views,
    filters: [
      'text',
      'status',
      { field: 'categoryId', input: inputs.categoryId },
      'priority',
      { field: 'assigneeId', input: inputs.assigneeId },
      { field: 'teamId', input: inputs.teamId },
      { range: ['from', 'to'], label: 'createdAt', days: 0 },
      { field: 'unitId', input: UnitSelect },
      { field: 'partnerId', input: inputs.partnerId },
      'channel',
      'view',
    ],
    columns: [
      { field: 'code', width: 164, fixed: 'start' },
      { field: 'categoryName', width: 220 },
      { field: 'priority', width: 104 },
      {
        field: 'status',
        width: 164,
        render: ({ status, pendingRequestId }) => {
          const tag = <StatusTag machine={incidentMachine.name} value={status} />
          return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
        },
      },
      { field: 'dueAt', width: 176, render: ({ dueAt, late }) => <DueTime dueAt={dueAt} late={late} /> },
      { field: 'assigneeName', width: 150 },
      { field: 'teamName', width: 190 },
      { field: 'subjectCode', width: 150 },
      { field: 'amount', width: 130 },
      'reporterName',
      'unitName',
      'partnerName',
      { field: 'reports', width: 104 },
      'createdAt',
      { field: 'heldBy', hidden: true },
      { field: 'channel', hidden: true },
      { field: 'createdBy', hidden: true },
      { field: 'answeredAt', hidden: true },
      { field: 'resolvedAt', hidden: true },
      { field: 'updatedAt', hidden: true },
    ],
    detailPath: ({ id }) => incidentAddress(contracts, id),
    actions: [...pageActions(contracts), ...incidentActions(contracts)],
  })
}
