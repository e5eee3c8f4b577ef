import { Alert, Button, Drawer, Form, type FormInstance, Modal } from 'antd'
import { createContext, type KeyboardEvent, lazy, type ReactNode, Suspense, useContext, useEffect, useId, useMemo, useState } from 'react'
import { z } from 'zod'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import { errors, type FieldError } from '#kernel/errors.ts'
import { Stale } from '#kernel/stale.ts'
import { fieldErrors, ruleText } from '#kernel/validation-texts.ts'
import { ApiError, NetworkError } from '../../api/api-error.ts'
import { type Stale as StaleReads, useContractCommand } from '../../api/use-query.ts'
import { currentLanguage, useNames, useShellText } from '../../i18n.ts'
import { notify } from '../../shell/notices/notify.ts'
import { useOnce } from '../actions/once.ts'
import { FieldValue } from '../value/field-value.tsx'
import { type CheckRule, focusFirstField, useErrorsInLanguage, usePatientRules } from './form-rules.ts'
import { reapply } from './three-way.ts'
import '../kit.css'

type Values = Record<string, unknown>

interface Props<C extends Contract> {
  /** The command that the form sends; its schema says what each field may hold. */
  contract: C
  title: string
  onClose: () => void
  /** What the fields start with. */
  initial?: Values
  /** From the fields to what is sent; the fields as they are when left out. Empty fields are left out either way. */
  toInput?: (values: Values, version: number) => Values
  /** Of a form that changes a record: makes a conflict with somebody else's change one that can be solved on the spot. */
  record?: FormRecord
  /** Fields that are sent when they are empty, too. */
  keepEmpty?: readonly string[]
  /** Reads that are out of date once it is done, beside those of the command's own path. */
  invalidates?: StaleReads
  /** Fields that are not asked for: what says which record it is. */
  fixed?: readonly string[]
  /** Where the words of its fields stand: 'masterdata.globalList'. */
  entity?: string
  /** Said when it is done. */
  done: string
  onDone?: (output: OutputOf<C>, sent: Values) => void
  submit?: string
  danger?: boolean
  size?: number
  children: ReactNode | ((form: FormInstance<Values>) => ReactNode)
}

/** The record behind a form. */
export interface FormRecord {
  /** Version of the values that the form starts with; what toInput is given, until the person's changes are put on a newer one. */
  version: number
  /** From the `current` of a 409 to the fields of the form: as `initial` was made. */
  valuesOf: (current: Record<string, unknown>) => Values
  /** What a field is called, where it is not the word of the form's entity. */
  label?: (field: string) => string
  /** How a value is shown where its field does not say it; undefined for the usual. */
  show?: (field: string, value: unknown) => ReactNode
}

interface Conflict {
  stale: Stale
  theirs: Values
  mine: Values
}

/** Fetched when somebody else was faster. */
const StaleNotice = lazy(() => import('./stale-notice.tsx'))

interface FormFacts {
  /** The fields of the command. */
  shape: Readonly<Record<string, z.ZodType>>
  label: (field: string) => string
  /** How it is filled in, where fields.<entity>Hint says so. */
  hint: (field: string) => string | undefined
  fixed: readonly string[]
}

const FormContext = createContext<FormFacts>({ shape: {}, label: (field) => field, hint: () => undefined, fixed: [] })

/** What a field of the form knows of its command. */
export const useFormFacts = (): FormFacts => useContext(FormContext)

/**
 * A form beside the list it came from: fields checked as the contract says, the server's refusals at their fields, a question before
 * typed text is thrown away, Ctrl Enter to send. Mounted while it is open.
 */
export function FormDrawer<C extends Contract>({
  contract,
  title,
  onClose,
  initial,
  toInput,
  record,
  keepEmpty = [],
  invalidates = [],
  entity,
  fixed,
  done,
  onDone,
  submit,
  danger = false,
  size = 480,
  children,
}: Props<C>) {
  const t = useShellText()
  const formId = useId()
  const names = useNames(entity)
  const [form] = Form.useForm<Values>()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // What the form stands on: as it was opened, or somebody else's newer version.
  const [base, setBase] = useState<{ values: Values; version: number }>({ values: initial ?? {}, version: record?.version ?? 0 })
  useErrorsInLanguage(form)
  const facts = useMemo(
    (): FormFacts => ({
      shape: shapeOf(contract),
      label: (field) => (entity === undefined ? field : names.field(entity, field)),
      hint: (field) => (entity === undefined ? undefined : names.hint(entity, field)),
      fixed: fixed ?? [],
    }),
    [contract, names, entity, fixed],
  )
  const show = (field: string, value: unknown) => record?.show?.(field, value) ?? shownAs(facts.shape[field], value)
  const { leave, question } = useLeaveQuestion(form, onClose)
  const command = useContractCommand(contract, { invalidates, quiet: true })
  const once = useOnce()

  const send = async (values: Values) => {
    setRefusal(null)
    setNotice(null)
    const input = withoutEmpty(toInput ? toInput(values, base.version) : values, keepEmpty)
    const parsed = contract.input.safeParse(input)
    if (!parsed.success) return setRefusal(showRefused(form, fieldErrors(parsed.error, currentLanguage())))
    try {
      const output = await command.mutateAsync(input as RawInputOf<C>)
      notify({ kind: 'success', title, text: done })
      onDone?.(output, input)
      onClose()
    } catch (error) {
      const stale = record && staleOf(error)
      if (stale) setConflict({ stale, theirs: record.valuesOf(stale.current), mine: form.getFieldsValue(true) as Values })
      else setRefusal(refusalOf(form, error, t('common.networkGone')))
    }
  }
  /** Goes on from somebody else's version: with the person's changes on top of it, or without. */
  const goOn = ({ stale, theirs, mine }: Conflict, withMine: boolean) => {
    form.setFieldsValue(withMine ? reapply(base.values, mine, theirs) : theirs)
    setBase({ values: theirs, version: stale.version })
    setConflict(null)
    setNotice(t(withMine ? 'stale.reapplied' : 'stale.taken'))
  }
  const close = () => {
    if (!command.isPending) leave()
  }
  const submitOnKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    const withControl = event.ctrlKey || event.metaKey
    // Enter takes the day that was typed; it does not send the form as well.
    if (withControl || (event.target as Element).closest('.ant-picker')) event.preventDefault()
    if (withControl) form.submit()
  }
  return (
    <Drawer
      open
      title={title}
      size={size}
      onClose={close}
      mask={{ closable: true }}
      afterOpenChange={(open) => open && focusFirstField(document.getElementById(formId))}
      footer={
        <div className="bt-form-buttons">
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="primary" danger={danger} htmlType="submit" form={formId} loading={command.isPending} title="Ctrl Enter">
            {submit ?? t('common.save')}
          </Button>
        </div>
      }
    >
      {question}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears keys of the fields inside it */}
      <div onKeyDown={submitOnKeys}>
        {notice && <Alert type="info" showIcon title={notice} role="status" className="bt-form-alert" />}
        {conflict && record && (
          <Suspense>
            <StaleNotice
              {...conflict}
              base={base.values}
              label={record.label ?? facts.label}
              show={show}
              onReapply={() => goOn(conflict, true)}
              onTake={() => goOn(conflict, false)}
            />
          </Suspense>
        )}
        {refusal && <Alert type="error" showIcon title={refusal} role="alert" className="bt-form-alert" />}
        <Form
          id={formId}
          name={formId}
          form={form}
          layout="vertical"
          validateTrigger="onBlur"
          scrollToFirstError
          {...(initial ? { initialValues: initial } : {})}
          onFinish={(values) => void once(() => send(values))}
        >
          <FormContext value={facts}>{typeof children === 'function' ? children(form) : children}</FormContext>
        </Form>
      </div>
    </Drawer>
  )
}

/** A value as its field says; what has no field, and rows, as the notice shows them. */
function shownAs(schema: z.ZodType | undefined, value: unknown): ReactNode {
  return schema === undefined || typeof value === 'object' ? undefined : <FieldValue schema={schema} value={value} />
}

export interface ItemProps {
  name: string
  /** The word of the form's entity when left out. */
  label?: string
  help?: ReactNode
  /** Of a switch. */
  valuePropName?: 'checked'
  dependencies?: string[]
  /** Needed here, though the contract can do without it elsewhere. */
  needed?: boolean
  /** What the schema does not know: gives the text of what is wrong. */
  check?: (value: unknown) => string | undefined
  children: ReactNode
}

/** A field of the form's contract: checked by its schema, marked when it is needed. */
export function FormField({ name, label, help, check, needed: neededHere = false, children, ...rest }: ItemProps) {
  const facts = useFormFacts()
  const schema = facts.shape[name] ?? z.unknown()
  const patient = usePatientRules()
  const needed = neededHere || isNeeded(schema)
  return (
    <Form.Item
      name={name}
      label={label ?? facts.label(name)}
      required={needed}
      rules={[patient(name, fieldRule(schema, needed)), ...(check ? [ownRule(check)] : [])]}
      extra={help ?? facts.hint(name)}
      {...rest}
    >
      {children}
    </Form.Item>
  )
}

/** Some texts may be empty, though never absent. */
export function isNeeded(schema: z.ZodType): boolean {
  return !(schema.safeParse(undefined).success || schema.safeParse('').success)
}

/** The contract's rule; an empty field is refused where it is needed, in the words for a missing one, and let be where it is not. */
export function fieldRule(schema: z.ZodType, needed: boolean, check?: (value: unknown) => string | undefined): CheckRule {
  return ownRule((value) => {
    const language = currentLanguage()
    if (value === undefined || value === null || value === '') return needed ? ruleText('required', language) : undefined
    const problem = check?.(value)
    if (problem) return problem
    const parsed = schema.safeParse(value)
    return parsed.success ? undefined : fieldErrors(parsed.error, language)[0]?.message
  })
}

function ownRule(check: (value: unknown) => string | undefined): CheckRule {
  return {
    validator: async (_rule, value) => {
      const problem = check(value)
      if (problem) throw new Error(problem)
    },
  }
}

function shapeOf(contract: Contract): Readonly<Record<string, z.ZodType>> {
  return contract.input instanceof z.ZodObject ? (contract.input.shape as Record<string, z.ZodType>) : {}
}

/** Fields that nobody filled in are not sent, those of rows neither: the contract calls them absent, not empty. */
function withoutEmpty(values: Values, keep: readonly string[]): Values {
  const filled = Object.entries(values).filter(([name, value]) => value !== undefined && value !== null && (value !== '' || keep.includes(name)))
  return Object.fromEntries(filled.map(([name, value]) => [name, isRows(value) ? value.map((row) => withoutEmpty(row, [])) : value]))
}

const isRows = (value: unknown): value is Values[] => Array.isArray(value) && value.every((row) => Object.prototype.toString.call(row) === '[object Object]')

/** Puts refusals on their fields ('entries.1.key' is one of a row); gives back in words what no field shows. */
function showRefused(form: FormInstance<Values>, refused: readonly FieldError[]): string | null {
  const place = (field: string) => field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  const shown = refused.filter(({ field }) => form.getFieldInstance(place(field)) !== undefined || form.getFieldsError([place(field)]).length > 0)
  form.setFields(shown.map(({ field, message }) => ({ name: place(field), errors: [message] })))
  const first = shown[0]
  if (first) form.scrollToField(place(first.field), { block: 'center' })
  const rest = refused.filter((one) => !shown.includes(one))
  return rest.length === 0 ? null : [...new Set(rest.map(({ message }) => message))].join(' ')
}

function staleOf(error: unknown): Stale | undefined {
  return error instanceof ApiError && error.code === errors.stale.code ? Stale.safeParse(error.data).data : undefined
}

function refusalOf(form: FormInstance<Values>, error: unknown, networkGone: string): string | null {
  if (error instanceof NetworkError) return networkGone
  if (!(error instanceof ApiError)) return null
  if (error.status === 422 && error.fields.length > 0) return showRefused(form, error.fields)
  return error.code === errors.stale.code ? errors.stale[currentLanguage()] : error.message
}

/**
 * Leaving a form: `leave` asks before typed text is thrown away and then calls `onClose`; `question` is to be drawn. The browser asks as well
 * when the page is left.
 */
export function useLeaveQuestion(form: FormInstance, onClose: () => void): { leave: () => void; question: ReactNode } {
  const t = useShellText()
  const [modal, question] = Modal.useModal()
  useLeaveWarning(form)
  const leave = () => {
    if (!form.isFieldsTouched()) return onClose()
    void modal.confirm({
      title: t('form.leaveTitle'),
      content: t('form.leaveText'),
      okText: t('form.leave'),
      okButtonProps: { danger: true },
      cancelText: t('form.stay'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: onClose,
    })
  }
  return { leave, question }
}

/** The browser asks before a page with typed text is left. */
function useLeaveWarning(form: FormInstance): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (form.isFieldsTouched()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [form])
}
