import { Alert, Button, Drawer, Form, type FormInstance } from 'antd'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useMemo, useRef } from 'react'
import { z } from 'zod'
import type { Contract } from '#kernel/contract.ts'
import { useNames, useShellText } from '../../i18n.ts'
import { sends } from '../actions/confirm-keys.ts'
import { useOnce } from '../actions/once.ts'
import { FieldValue } from '../value/field-value.tsx'
import { FormContext, type FormFacts, type RowFacts } from './form-facts.ts'
import { focusFirstField, useErrorsInLanguage } from './form-rules.ts'
import { useLeaveQuestion } from './leave-question.tsx'
import { RefusalAlert } from './refusal-alert.tsx'
import { changedFields } from './three-way.ts'
import { type Sending, useSending } from './use-sending.ts'
import '../kit.css'

type Values = Record<string, unknown>

interface Props<C extends Contract> extends Sending<C> {
  /** Fields that are not asked for: what says which record it is. */
  fixed?: readonly string[]
  /** Where the words of its fields stand: 'masterdata.globalList'. */
  entity?: string
  submit?: string
  danger?: boolean
  size?: number
  children: ReactNode | ((form: FormInstance<Values>) => ReactNode)
}

/** Fetched when somebody else was faster. */
const StaleNotice = lazy(() => import('./stale-notice.tsx'))

/**
 * A form beside the list it came from: fields checked as the contract says, the server's refusals at their fields, a question before
 * typed text is thrown away, Ctrl Enter to send. Mounted while it is open.
 */
export function FormDrawer<C extends Contract>({ entity, fixed, submit, danger = false, size = 480, children, ...sending }: Props<C>) {
  const { title, initial, record } = sending
  const t = useShellText()
  const formId = useId()
  const [form] = Form.useForm<Values>()
  useErrorsInLanguage(form)
  const rows = useRef(new Map<string, RowFacts>())
  const facts = useFacts(sending.contract, entity, fixed, rows.current)
  const { leave, question } = useLeaveQuestion(form, sending.onClose)
  const { send, busy, refusals, error, notice, conflict, base, goOn } = useSending(form, sending)
  const once = useOnce()
  const close = () => {
    if (!busy) leave()
  }
  return (
    <Drawer
      open
      title={title}
      size={size}
      onClose={close}
      mask={{ closable: true }}
      onKeyDown={(event) => submitOnKeys(event, form)}
      afterOpenChange={(open) => open && focusFirstField(document.getElementById(formId))}
      footer={
        <div className="bt-form-buttons">
          <Button onClick={close}>{t('common.back')}</Button>
          <Button type="primary" danger={danger} htmlType="submit" form={formId} loading={busy} title="Ctrl Enter">
            {submit ?? t('common.save')}
          </Button>
        </div>
      }
    >
      {question}
      {notice && <Alert type="info" showIcon title={notice} role="status" className="bt-form-alert" />}
      {conflict && record && (
        <Suspense>
          <StaleNotice
            {...conflict}
            base={base}
            fields={changedFields(base, conflict.theirs).filter((field) => field in facts.shape)}
            label={facts.label}
            rows={rows.current}
            show={(field, value, schema = facts.shape[field]) => record.show?.(field, value) ?? shownAs(schema, value)}
            onReapply={() => goOn(conflict, true)}
            onTake={() => goOn(conflict, false)}
          />
        </Suspense>
      )}
      {refusals.length > 0 && <RefusalAlert texts={refusals} error={error} className="bt-form-alert" />}
      <Form
        id={formId}
        name={formId}
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        scrollToFirstError={{ focus: true, block: 'center' }}
        {...(initial ? { initialValues: initial } : {})}
        onFinish={(values) => void once(() => send(values))}
      >
        <FormContext value={facts}>{typeof children === 'function' ? children(form) : children}</FormContext>
      </Form>
    </Drawer>
  )
}

/** Ctrl Enter sends, from the fields and from the buttons below them. */
function submitOnKeys(event: KeyboardEvent, form: FormInstance<Values>): void {
  // What opens over the form, as the question before it is left, stands elsewhere and has keys of its own.
  if (event.key !== 'Enter' || !event.currentTarget.contains(event.target as Node)) return
  // Enter takes the day that was typed; it does not send the form as well.
  if (sends(event) || (event.target as Element).closest('.ant-picker')) event.preventDefault()
  if (sends(event)) form.submit()
}

function useFacts(contract: Contract, entity: string | undefined, fixed: readonly string[] | undefined, rows: Map<string, RowFacts>): FormFacts {
  const names = useNames(entity)
  return useMemo(
    () => ({
      shape: shapeOf(contract),
      label: (field) => (entity === undefined ? field : names.field(entity, field)),
      hint: (field) => (entity === undefined ? undefined : names.hint(entity, field)),
      fixed: fixed ?? [],
      showRows: (field, known) => void rows.set(field, known),
    }),
    [contract, names, entity, fixed, rows],
  )
}

/** A value as its field says; what has no field, and rows, as the notice shows them. */
function shownAs(schema: z.ZodType | undefined, value: unknown): ReactNode {
  return schema === undefined || typeof value === 'object' ? undefined : <FieldValue schema={schema} value={value} />
}

function shapeOf(contract: Contract): Readonly<Record<string, z.ZodType>> {
  return contract.input instanceof z.ZodObject ? (contract.input.shape as Record<string, z.ZodType>) : {}
}
