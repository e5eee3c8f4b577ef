import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button, Tooltip } from 'antd'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { createParameter, deleteParameter, listParameters, updateParameter } from '#core/masterdata/contract/parameters/parameter.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { dialogHost } from '#platform/web/kit/actions/dialog-host.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { words } from '../words.ts'
import { type Parameter, ParameterCreate, ParameterEdit, ParameterHistory, ParameterRemove } from './parameter-forms.tsx'
import { ParameterValue } from './parameter-value.tsx'

type Dialog = { kind: 'create' } | { kind: 'edit' | 'remove' | 'history'; parameter: Parameter }

const { Host, useOpen } = dialogHost<Dialog>((dialog, close) => {
  switch (dialog.kind) {
    case 'create':
      return <ParameterCreate onClose={close} />
    case 'edit':
      return <ParameterEdit id={dialog.parameter.id} onClose={close} />
    case 'remove':
      return <ParameterRemove parameter={dialog.parameter} onClose={close} />
    default:
      return <ParameterHistory parameter={dialog.parameter} onClose={close} />
  }
})

function Toolbar() {
  const labels = useLabels(words)
  const open = useOpen()
  if (!usePermission(createParameter.permission)) return null
  return (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ kind: 'create' })}>
      {labels.action('create')}
    </Button>
  )
}

/** One change of a parameter waits at a time. */
const isFree = ({ pendingRequestId }: Parameter) => pendingRequestId === null

function useRowActions() {
  const labels = useLabels(words)
  const open = useOpen()
  return [
    {
      key: 'edit',
      label: labels.action('edit'),
      permission: updateParameter.permission,
      when: isFree,
      run: (parameter: Parameter) => open({ kind: 'edit', parameter }),
    },
    { key: 'history', label: labels.action('history'), run: (parameter: Parameter) => open({ kind: 'history', parameter }) },
    {
      key: 'remove',
      label: labels.action('remove'),
      permission: deleteParameter.permission,
      danger: true,
      when: (row: Parameter) => !row.builtin && isFree(row),
      run: (parameter: Parameter) => open({ kind: 'remove', parameter }),
    },
  ]
}

/** Critical ones say so; while a change of one waits for a second person, the badge leads to it. */
function Weight({ critical, pendingRequestId }: Parameter) {
  const labels = useLabels(words)
  if (pendingRequestId !== null) return <PendingBadge requestId={pendingRequestId} />
  if (!critical) return null
  return (
    <Tooltip title={labels.text('parameterCriticalHint')}>
      <span className="bt-tag bt-tone-attention">{labels.field('parameter', 'critical')}</span>
    </Tooltip>
  )
}

const List = listScreen(listParameters, {
  filters: ['text', 'type', 'critical', 'builtin'],
  columns: [
    { field: 'key', fixed: 'start', width: 250 },
    { field: 'description', width: 330 },
    { field: 'value', width: 180, render: ({ type, value }) => <ParameterValue type={type} value={value} /> },
    { field: 'type', width: 145 },
    { field: 'critical', width: 120, render: (row) => <Weight {...row} /> },
    { field: 'builtin', width: 120 },
    'updatedAt',
    { field: 'updatedBy', width: 140 },
  ],
  toolbar: Toolbar,
  useRowActions,
})

export default function ParameterScreen() {
  return (
    <Host>
      <List />
    </Host>
  )
}
