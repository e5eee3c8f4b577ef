import { Tooltip } from 'antd'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { createParameter, deleteParameter, findParameter, listParameters, updateParameter } from '#core/masterdata/contract/parameters/parameter.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { create, edit, remove, show } from '#platform/web/kit/actions/actions.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { words } from '../words.ts'
import { CreateFields, EditFields, editValues, type Parameter, ParameterHistory } from './parameter-forms.tsx'
import { ParameterValue } from './parameter-value.tsx'

/** One change of a parameter waits at a time. */
const isFree = ({ pendingRequestId }: Parameter) => pendingRequestId === null

/** Fields that are written as the parameter's type says. */
const TYPED = ['value', 'minimum', 'maximum']

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

export default listScreen(listParameters, {
  filters: ['text', 'type', 'critical', 'builtin'],
  columns: [
    { field: 'key', fixed: 'start', width: 250 },
    'description',
    { field: 'value', render: ({ type, value }) => <ParameterValue type={type} value={value} /> },
    'type',
    { field: 'critical', render: (row) => <Weight {...row} /> },
    'builtin',
    'updatedAt',
    'updatedBy',
  ],
  actions: [
    create(createParameter, CreateFields, {
      values: () => ({ type: 'STRING', critical: false }),
      toInput: ({ value }) => ({ value: value ?? '' }),
      keepEmpty: ['value'],
    }),
    edit(updateParameter, EditFields, {
      read: findParameter,
      when: isFree,
      dual: ({ critical }) => critical,
      values: editValues,
      show: (field, value, { type }) => (TYPED.includes(field) ? <ParameterValue type={type} value={String(value)} /> : undefined),
      // A bound that was taken away is sent as empty: left out, it would stay.
      toInput: ({ value, minimum, maximum }, { builtin }) => ({ value: value ?? '', ...(builtin ? {} : { minimum: minimum ?? '', maximum: maximum ?? '' }) }),
      keepEmpty: ['value', 'minimum', 'maximum', 'descriptionEn'],
    }),
    show(ParameterHistory, { key: 'history' }),
    remove(deleteParameter, {
      ask: ({ record }) => <Field name="reason" needed={record.critical} />,
      dual: ({ critical }) => critical,
      when: (row) => !row.builtin && isFree(row),
    }),
  ],
})
