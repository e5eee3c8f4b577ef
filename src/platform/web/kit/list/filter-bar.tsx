import DownOutlined from '@ant-design/icons/DownOutlined'
import UpOutlined from '@ant-design/icons/UpOutlined'
import { Button, Form, type FormInstance, Input, Space } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import type { FieldError } from '#kernel/errors.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { fieldErrors } from '#kernel/validation-texts.ts'
import { useLanguage, useShellText } from '../../i18n.ts'
import { useClearable } from '../form/clearable.tsx'
import { DateInput, DateRangeInput, type DayPair } from '../form/date-inputs.tsx'
import { EnumSelect } from '../form/enum-select.tsx'
import { FlagSelect } from '../form/flag-select.tsx'
import { MoneyInput } from '../form/money-input.tsx'
import { element, valuesOf } from '../form/schema.ts'
import { type FilterPlace, fromForm, toForm } from './filters.ts'
import { type FilterValues, isMultiple } from './list-state.ts'
import '../kit.css'

interface Props {
  places: readonly FilterPlace[]
  /** The contract's filter: what is searched with is checked here first. */
  schema: z.ZodObject
  /** Conditions in force; the form follows them. */
  value: FilterValues
  label: (place: FilterPlace) => string
  /** What the server had against the conditions. */
  errors?: readonly FieldError[]
  onSearch: (filter: FilterValues) => void
  onReset: () => void
  /** The saved view that a reset leads to, where one is in use. */
  view?: string | undefined
  /** Search is what the page is opened for: false where it is something else. */
  primary?: boolean
}

interface Fault {
  name: string
  errors: string[]
}

/** Places shown while the bar is collapsed: with the buttons one line of a usual screen. */
const ALWAYS_SHOWN = 3
/** They hold two values, or names. */
const WIDE: ReadonlySet<FilterPlace['kind']> = new Set(['days', 'amounts', 'custom'])

interface AmountsProps {
  value?: DayPair
  onChange?: (value: DayPair) => void
  id?: string
  label: string
}

function AmountRange({ value, onChange, id, label }: AmountsProps) {
  const t = useShellText()
  return (
    <Space.Compact block>
      <MoneyInput
        {...(id ? { id } : {})}
        placeholder={t('list.least')}
        aria-label={`${label}: ${t('list.least')}`}
        value={value?.[0]}
        onChange={(amount) => onChange?.([amount, value?.[1]])}
      />
      <MoneyInput
        placeholder={t('list.most')}
        aria-label={`${label}: ${t('list.most')}`}
        value={value?.[1]}
        onChange={(amount) => onChange?.([value?.[0], amount])}
      />
    </Space.Compact>
  )
}

/** Says of a key or a number that it is found by all of it only. */
function TextInput({ kind, ...rest }: { kind: FilterPlace['kind'] }) {
  const t = useShellText()
  const clearable = useClearable()
  const whole = kind === 'key' || kind === 'digits'
  return (
    <Input
      {...rest}
      allowClear={clearable}
      {...(whole ? { placeholder: t('list.wholeCode') } : {})}
      inputMode={kind === 'digits' ? 'numeric' : undefined}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function inputOf(place: FilterPlace, label: string): ReactNode {
  const Custom = place.input
  if (Custom) return <Custom />
  const one = element(place.schema)
  const { kind, labels = '' } = fieldMeta(one)
  switch (place.kind) {
    case 'days':
      return <DateRangeInput />
    case 'day':
      return <DateInput />
    case 'amounts':
      return <AmountRange label={label} />
    case 'money':
      return <MoneyInput />
    case 'flag':
      return <FlagSelect />
    case 'choice':
      return <EnumSelect name={labels} values={valuesOf(one)} multiple={isMultiple(place.schema)} status={kind === 'status'} />
    default:
      return <TextInput kind={place.kind} />
  }
}

/** Keys hold no spaces and numbers nothing but digits: pasted ones lose them instead of finding nothing. */
function normalizer(place: FilterPlace): { normalize?: (value: unknown) => unknown } {
  if (place.kind === 'key') return { normalize: (value) => (typeof value === 'string' ? value.replace(/\s/g, '') : value) }
  if (place.kind === 'digits') return { normalize: (value) => (typeof value === 'string' ? value.replace(/\D/g, '') : value) }
  return {}
}

/** Puts faults at their fields, those of the server and those that the answered function is given. */
function useFaults(
  form: FormInstance,
  places: readonly FilterPlace[],
  errors: readonly FieldError[],
  expanded: boolean,
  setExpanded: (expanded: boolean) => void,
): (faults: readonly Fault[]) => void {
  const [faults, setFaults] = useState<readonly Fault[]>([])
  useEffect(() => {
    const ofForm = (field: string) => places.find((place) => place.fields.includes(field.replace(/^searchSdi\./, '').split('.')[0] ?? ''))
    const named = errors.flatMap((error) => {
      const place = ofForm(error.field)
      return place ? [{ name: place.name, errors: [error.message] }] : []
    })
    if (named.length > 0) setFaults(named)
  }, [errors, places])
  useEffect(() => {
    if (faults.length === 0) return
    // An input that is not there can say nothing: first the bar unfolds, and the effect runs again.
    if (!expanded && faults.some(({ name }) => places.findIndex((place) => place.name === name) >= ALWAYS_SHOWN)) return setExpanded(true)
    form.setFields([...faults])
    setFaults([])
  }, [faults, expanded, setExpanded, form, places])
  return setFaults
}

/** Conditions of a list: Enter searches, what does not fit the contract is shown at its field. */
export function FilterBar({ places, schema, value, label, errors = [], onSearch, onReset, view, primary = true }: Props) {
  const t = useShellText()
  const language = useLanguage()
  const [form] = Form.useForm<Record<string, unknown>>()
  const more = places.slice(ALWAYS_SHOWN)
  const moreInUse = more.some((place) => place.fields.some((field) => value[field] !== undefined))
  const [expanded, setExpanded] = useState(moreInUse)
  const setFaults = useFaults(form, places, errors, expanded, setExpanded)
  // What was typed but not searched for survives a tab that was hidden: only other conditions in force fill the form anew.
  const filled = useRef('')
  useEffect(() => {
    // By what they say: another page or order brings the same conditions as a new object.
    const text = JSON.stringify(value)
    if (filled.current === text) return
    filled.current = text
    form.setFieldsValue(toForm(places, value))
    // Conditions that came from elsewhere (a view, a step back) are not in force unseen.
    if (moreInUse) setExpanded(true)
  }, [form, places, value, moreInUse])
  const submit = () => {
    // What was chosen in a bar that has been folded since counts as well: true asks for more than the inputs that are there.
    const parsed = schema.safeParse(fromForm(places, form.getFieldsValue(true) as Record<string, unknown>))
    if (parsed.success) return onSearch(parsed.data)
    setFaults(
      fieldErrors(parsed.error, language).flatMap((error) => {
        const place = places.find((one) => one.fields.includes(error.field.split('.')[0] ?? ''))
        return place ? [{ name: place.name, errors: [error.message] }] : []
      }),
    )
  }
  return (
    <Form
      form={form}
      name={useId()}
      layout="vertical"
      className="bt-filters"
      role="search"
      aria-label={t('list.filters')}
      onFinish={submit}
      requiredMark={false}
    >
      {/* Folded inputs are not in the page: every list that comes to the front would measure them all. What they hold stays in the form. */}
      {(expanded ? places : places.slice(0, ALWAYS_SHOWN)).map((place) => (
        <Form.Item key={place.name} name={place.name} label={label(place)} className={WIDE.has(place.kind) ? 'bt-filter-wide' : ''} {...normalizer(place)}>
          {inputOf(place, label(place))}
        </Form.Item>
      ))}
      <FilterButtons
        primary={primary}
        view={view}
        foldable={more.length > 0}
        expanded={expanded}
        onExpand={setExpanded}
        onReset={() => {
          form.resetFields()
          form.setFieldsValue(toForm(places, value))
          onReset()
        }}
      />
    </Form>
  )
}

interface ButtonsProps {
  primary: boolean
  view: string | undefined
  foldable: boolean
  expanded: boolean
  onExpand: (expanded: boolean) => void
  onReset: () => void
}

function FilterButtons({ primary, view, foldable, expanded, onExpand, onReset }: ButtonsProps) {
  const t = useShellText()
  return (
    <div className="bt-filter-buttons">
      <Button type={primary ? 'primary' : 'default'} htmlType="submit">
        {t('list.search')}
      </Button>
      <Button {...(view === undefined ? {} : { title: t('list.resetToViewOf', { name: view }) })} onClick={onReset}>
        {t('list.reset')}
      </Button>
      {foldable && (
        <Button
          type="link"
          onClick={() => onExpand(!expanded)}
          aria-expanded={expanded}
          className="bt-filter-more"
          icon={expanded ? <UpOutlined /> : <DownOutlined />}
          iconPlacement="end"
        >
          {expanded ? t('list.collapse') : t('list.expand')}
        </Button>
      )}
    </div>
  )
}
