import { Alert, Form } from 'antd'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { findParameter, type listParameters } from '#core/masterdata/contract/parameters/parameter.ts'
import { isOrdered, type ParameterType, valueProblem } from '#core/masterdata/contract/parameters/parameter-types.ts'
import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { ruleText } from '#kernel/validation-texts.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { currentLanguage, useLabels, useLanguage } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { ParameterInput, ParameterValue, valueText } from './parameter-value.tsx'
import '#platform/web/kit/detail/browse.css'
import { words } from '../words.ts'

export type Parameter = RowOf<typeof listParameters>
type Found = OutputOf<typeof findParameter>

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
      <Field
        name="value"
        needed={type !== 'STRING'}
        check={(value) => problemOf(type, value, ...bounds())}
        {...(help ? { help: labels.text(help, { minimum: shown(minimum), maximum: shown(maximum) }) } : {})}
        {...(fixed ? {} : { dependencies: ['minimum', 'maximum'] })}
      >
        <ParameterInput type={type} />
      </Field>
      {!fixed && isOrdered(type) && (
        <div className="bt-form-pair">
          {(['minimum', 'maximum'] as const).map((name) => (
            <Field key={name} name={name} check={(value) => (value ? problemOf(type, value) : undefined)}>
              <ParameterInput type={type} />
            </Field>
          ))}
        </div>
      )}
    </>
  )
}

/** Of a parameter of one's own; the value and its bounds follow the type. */
export function CreateFields() {
  const labels = useLabels(words)
  return (
    <>
      <Field name="key" />
      <Field name="description" />
      <Field name="descriptionEn" />
      <Field name="type" />
      <Form.Item noStyle dependencies={['type']}>
        {(form) => <ValueFields key={String(form.getFieldValue('type'))} type={form.getFieldValue('type') as ParameterType} />}
      </Form.Item>
      <Field name="critical" help={labels.text('criticalNew')} />
      <Field name="reason" />
    </>
  )
}

/** Of what the code brings with it, only the value may be changed, within the bounds that the code sets. */
export function EditFields({ record: { type, builtin, critical, minimum, maximum, description } }: { record: Found }) {
  const labels = useLabels(words)
  return (
    <>
      {builtin ? (
        <Alert type="info" showIcon title={description} description={labels.text('parameterBuiltin')} className="bt-form-alert" />
      ) : (
        <>
          <Field name="description" />
          <Field name="descriptionEn" />
        </>
      )}
      <ValueFields type={type} {...(builtin ? { fixed: { minimum, maximum } } : {})} />
      {critical && <Alert type="warning" showIcon title={labels.text('parameterCriticalHint')} className="bt-form-alert" />}
      <Field name="reason" needed={critical} />
    </>
  )
}

/** The fields of a change as they are now; of what the code brings, the value alone. */
export const editValues = ({ value, builtin, descriptionVi, descriptionEn, minimum, maximum }: Found) => ({
  value,
  ...(builtin ? {} : { description: descriptionVi, descriptionEn, minimum: minimum ?? undefined, maximum: maximum ?? undefined }),
})

/** Every value the parameter has had, newest first. */
export function ParameterHistory({ row: { id, type, pendingRequestId }, title, onClose }: DialogProps<Parameter>) {
  const labels = useLabels(words)
  const query = useContractQuery(findParameter, { id }, { quiet: true })
  const itemsOf = ({ history }: Found) =>
    history.map(({ version, action, value, previousValue, reason, changedBy, changedAt }) => ({
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
    <RecordDrawer query={query} size={480} title={title} onClose={onClose}>
      {(parameter) => (
        <div className="bt-stack">
          {pendingRequestId && <RequestBanner requestId={pendingRequestId} />}
          <Timeline items={itemsOf(parameter).toReversed()} />
          <RequestHistory subjectType="masterdata.parameter" subjectId={id} />
        </div>
      )}
    </RecordDrawer>
  )
}
