import { Alert, Drawer, Form, Input, Select, Skeleton, Switch } from 'antd'
import { RequestHistory } from '#core/approvals/web/public.ts'
import { createParameter, deleteParameter, findParameter, listParameters, updateParameter } from '#core/masterdata/contract/parameters/parameter.ts'
import { isOrdered, PARAMETER_TYPES, type ParameterType, valueProblem } from '#core/masterdata/contract/parameters/parameter-types.ts'
import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { ruleText } from '#kernel/validation-texts.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { currentLanguage, useLabels, useLanguage, useNames } from '#platform/web/i18n.ts'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { FormDrawer, FormField } from '#platform/web/kit/form/form-drawer.tsx'
import { useFormData } from '#platform/web/kit/form/use-form-data.ts'
import { ParameterInput, ParameterValue, valueText } from './parameter-value.tsx'
import '#platform/web/kit/detail/browse.css'
import { words } from '../words.ts'

export type Parameter = RowOf<typeof listParameters>
type Found = OutputOf<typeof findParameter>

const READS = [listParameters, findParameter]

/** What the contract does not know of a value: its type and bounds. */
function problemOf(type: ParameterType, value: unknown, minimum?: unknown, maximum?: unknown): string | undefined {
  const bound = (one: unknown) => (typeof one === 'string' && one !== '' ? one : null)
  const problem = valueProblem({ type, minimum: bound(minimum), maximum: bound(maximum) }, typeof value === 'string' ? value : '')
  return problem && ruleText(problem.rule, currentLanguage(), problem.params)
}

interface ValueFieldsProps {
  type: ParameterType
  /** Bounds that the code sets; a person's own are fields of the form. */
  fixed?: { minimum: string | null; maximum: string | null }
}

function ValueFields({ type, fixed }: ValueFieldsProps) {
  const labels = useLabels(words)
  const language = useLanguage()
  const form = Form.useFormInstance()
  const bounds = () => (fixed ? [fixed.minimum, fixed.maximum] : [form.getFieldValue('minimum'), form.getFieldValue('maximum')])
  const { minimum, maximum } = fixed ?? { minimum: null, maximum: null }
  const shown = (bound: string | null) => (bound === null ? '' : valueText(type, bound, language))
  const help = minimum && maximum ? 'boundBoth' : minimum ? 'boundLeast' : maximum ? 'boundMost' : null
  return (
    <>
      <FormField
        name="value"
        label={labels.field('parameter', 'value')}
        needed={type !== 'STRING'}
        check={(value) => problemOf(type, value, ...bounds())}
        {...(help ? { help: labels.text(help, { minimum: shown(minimum), maximum: shown(maximum) }) } : {})}
        {...(fixed ? {} : { dependencies: ['minimum', 'maximum'] })}
      >
        <ParameterInput type={type} />
      </FormField>
      {!fixed && isOrdered(type) && (
        <div className="bt-form-pair">
          {(['minimum', 'maximum'] as const).map((name) => (
            <FormField key={name} name={name} label={labels.field('parameter', name)} check={(value) => (value ? problemOf(type, value) : undefined)}>
              <ParameterInput type={type} />
            </FormField>
          ))}
        </div>
      )}
    </>
  )
}

export function ParameterCreate({ onClose }: { onClose: () => void }) {
  const labels = useLabels(words)
  const label = labels.fields('parameter')
  return (
    <FormDrawer
      contract={createParameter}
      title={labels.text('parameterCreate')}
      done={labels.text('saved')}
      invalidates={READS}
      initial={{ type: 'STRING', critical: false }}
      toInput={(values) => ({ ...values, value: values.value ?? '' })}
      keepEmpty={['value']}
      onClose={onClose}
    >
      <FormField name="key" label={label('key')} help={labels.text('keyHelp')}>
        <Input autoComplete="off" spellCheck={false} className="bt-num" />
      </FormField>
      <FormField name="description" label={label('description')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
      <FormField name="descriptionEn" label={label('descriptionEn')}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} />
      </FormField>
      <FormField name="type" label={label('type')}>
        <Select options={PARAMETER_TYPES.map((value) => ({ value, label: labels.enumValue('masterdata.parameterType', value) }))} />
      </FormField>
      <Form.Item noStyle dependencies={['type']}>
        {(form) => <ValueFields key={String(form.getFieldValue('type'))} type={form.getFieldValue('type') as ParameterType} />}
      </Form.Item>
      <FormField name="critical" label={label('critical')} valuePropName="checked" help={labels.text('criticalNew')}>
        <Switch />
      </FormField>
      <FormField name="reason" label={label('reason')}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} />
      </FormField>
    </FormDrawer>
  )
}

export function ParameterEdit({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useFormData(findParameter, { id })
  if (!data) return <Drawer open size={480} onClose={onClose} title={<Skeleton.Input size="small" active />} />
  return <EditForm parameter={data} onClose={onClose} />
}

function EditForm({ parameter, onClose }: { parameter: Found; onClose: () => void }) {
  const labels = useLabels(words)
  const names = useNames('masterdata.parameter')
  const { id, version, key, type, builtin, critical, minimum, maximum } = parameter
  const valuesOf = (now: Record<string, unknown>) => ({
    value: now.value,
    ...(builtin
      ? {}
      : { description: now.descriptionVi, descriptionEn: now.descriptionEn, minimum: now.minimum ?? undefined, maximum: now.maximum ?? undefined }),
  })
  return (
    <FormDrawer
      contract={updateParameter}
      title={labels.text('parameterEdit', { key })}
      done={labels.text(critical ? 'asked' : 'saved')}
      {...(critical ? { submit: labels.action('ask') } : {})}
      invalidates={READS}
      initial={valuesOf(parameter)}
      record={{
        version,
        valuesOf,
        label: (field) => names.field('masterdata.parameter', field),
        show: (field, shown) => (field === 'value' ? <ParameterValue type={type} value={String(shown)} /> : undefined),
      }}
      // A bound that was taken away is sent as empty: left out, it would stay.
      toInput={(values, seen) => ({
        id,
        version: seen,
        ...values,
        value: values.value ?? '',
        ...(builtin ? {} : { minimum: values.minimum ?? '', maximum: values.maximum ?? '' }),
      })}
      keepEmpty={['value', 'minimum', 'maximum', 'descriptionEn']}
      onClose={onClose}
    >
      {builtin ? (
        <Alert type="info" showIcon title={parameter.description} description={labels.text('parameterBuiltin')} className="bt-form-alert" />
      ) : (
        <>
          <FormField name="description" label={names.field('masterdata.parameter', 'description')}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
          </FormField>
          <FormField name="descriptionEn" label={names.field('masterdata.parameter', 'descriptionEn')}>
            <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} />
          </FormField>
        </>
      )}
      <ValueFields type={type} {...(builtin ? { fixed: { minimum, maximum } } : {})} />
      {critical && <Alert type="warning" showIcon title={labels.text('parameterCriticalHint')} className="bt-form-alert" />}
      <FormField name="reason" label={names.field('masterdata.parameter', 'reason')} needed={critical}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} />
      </FormField>
    </FormDrawer>
  )
}

export function ParameterRemove({ parameter: { id, version, key, critical }, onClose }: { parameter: Parameter; onClose: () => void }) {
  const labels = useLabels(words)
  return (
    <FormDrawer
      contract={deleteParameter}
      title={labels.text('parameterRemove', { key })}
      done={labels.text(critical ? 'asked' : 'removed')}
      submit={labels.action(critical ? 'ask' : 'remove')}
      danger
      invalidates={[listParameters]}
      toInput={(values) => ({ id, version, ...values })}
      onClose={onClose}
    >
      <p>{labels.text('parameterRemoveText')}</p>
      <FormField name="reason" label={labels.field('parameter', 'reason')} needed={critical}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} autoFocus />
      </FormField>
    </FormDrawer>
  )
}

/** Every value the parameter has had, newest first. */
export function ParameterHistory({ parameter: { id, key, type }, onClose }: { parameter: Parameter; onClose: () => void }) {
  const labels = useLabels(words)
  const { data } = useContractQuery(findParameter, { id })
  const items = (data?.history ?? []).map(({ version, action, value, previousValue, reason, changedBy, changedAt }) => ({
    key: String(version),
    at: changedAt,
    title: (
      <span className="bt-change">
        {labels.enumValue('masterdata.parameterAction', action)}:{' '}
        {previousValue !== null && previousValue !== value && (
          <>
            <del>
              <ParameterValue type={type} value={previousValue} />
            </del>{' '}
            →{' '}
          </>
        )}
        <ParameterValue type={type} value={value} />
      </span>
    ),
    by: changedBy,
    note: reason,
    tone: action === 'CREATE' ? ('success' as const) : ('moving' as const),
  }))
  return (
    <Drawer open size={480} onClose={onClose} title={labels.text('parameterHistory', { key })}>
      <div className="bt-stack">
        {data ? <Timeline items={items} /> : <Skeleton active />}
        <RequestHistory subjectType="masterdata.parameter" subjectId={id} />
      </div>
    </Drawer>
  )
}
