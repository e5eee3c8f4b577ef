import { Input, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { fieldMeta } from '#kernel/primitives.ts'
import { matchesText } from '#kernel/text.ts'
import { useNames, useShellText } from '../../i18n.ts'
import { element } from '../list/filters.ts'
import { DateInput } from './date-inputs.tsx'
import { useFormFacts } from './form-facts.ts'
import { FormField, type ItemProps } from './form-field.tsx'
import { MoneyInput } from './money-input.tsx'

/**
 * A field of the form's command with the input and the word that follow from it; nothing where the command does not take it, so that a new
 * record and a change share their fields. An input of one's own stands inside it.
 */
export function Field({ children, ...item }: Omit<ItemProps, 'children'> & { children?: ReactNode }) {
  const { shape, fixed } = useFormFacts()
  const schema = shape[item.name]
  if (!schema || fixed.includes(item.name)) return null
  const isSwitch = children === undefined && fieldMeta(schema).kind === 'flag'
  return (
    <FormField {...item} {...(isSwitch ? { valuePropName: 'checked' as const } : {})}>
      {children ?? inputOf(schema)}
    </FormField>
  )
}

/** Two fields beside each other. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="bt-form-pair">{children}</div>
}

/** The input that fits the kind of a field. */
export function inputOf(schema: z.ZodType, oneLine = false): ReactNode {
  const one = element(schema)
  // What an optional text is stands on the optional, what one of several is on the one.
  const { kind } = fieldMeta(schema)
  switch (kind === 'text' ? fieldMeta(one).kind : kind) {
    case 'money':
    case 'price':
      return <MoneyInput />
    case 'date':
      return <DateInput />
    case 'count':
      return <InputNumber className="bt-wide" precision={0} />
    case 'flag':
      return <Switch />
    case 'enum':
    case 'status':
      return <ChoiceInput schema={one} multiple={one !== unwrapped(schema)} />
    case 'note':
      return oneLine ? <Input autoComplete="off" /> : <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
    case 'code':
    case 'account':
      return <Input autoComplete="off" spellCheck={false} className="bt-num" />
    case 'phone':
      return <Input autoComplete="off" inputMode="tel" spellCheck={false} className="bt-num" />
    case 'email':
      return <Input autoComplete="off" inputMode="email" spellCheck={false} />
    default:
      return <Input autoComplete="off" />
  }
}

interface ChoiceProps {
  schema: z.ZodType
  multiple: boolean
  value?: string | string[]
  onChange?: (value: string | string[]) => void
  id?: string
}

/** One or several of a closed set, by their words. */
function ChoiceInput({ schema, multiple, value, onChange, id }: ChoiceProps) {
  const t = useShellText()
  const { labels = '' } = fieldMeta(schema)
  const names = useNames(labels)
  const values = schema instanceof z.ZodEnum ? (schema.options as string[]) : names.enumValues(labels)
  return (
    <Select
      {...(id ? { id } : {})}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      className="bt-wide"
      placeholder={t('common.choose')}
      options={values.map((one) => ({ value: one, label: names.enumValue(labels, one) }))}
      showSearch={{ filterOption: (typed, option) => matchesText(String(option?.label ?? ''), typed) }}
      value={value}
      onChange={onChange}
    />
  )
}

/** What optional, nullable and default stand around. */
function unwrapped(schema: z.ZodType): z.ZodType {
  let current = schema
  while (current instanceof z.ZodOptional || current instanceof z.ZodNullable || current instanceof z.ZodDefault) current = current.unwrap() as z.ZodType
  return current
}
