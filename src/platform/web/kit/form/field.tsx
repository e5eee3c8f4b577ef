import { Input, InputNumber, Switch } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { fieldMeta } from '#kernel/primitives.ts'
import { DateInput } from './date-inputs.tsx'
import { EnumSelect } from './enum-select.tsx'
import { useFormFacts } from './form-facts.ts'
import { FormField, type ItemProps } from './form-field.tsx'
import { MoneyInput } from './money-input.tsx'
import { element, unwrapped, valuesOf } from './schema.ts'

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
      return <DateInput fromToday={fieldMeta(one).fromToday === true} />
    case 'count':
      return <InputNumber className="bt-wide" precision={0} />
    case 'flag':
      return <Switch />
    case 'enum':
    case 'status':
      return <EnumSelect name={fieldMeta(one).labels ?? ''} values={valuesOf(one)} multiple={one !== unwrapped(schema)} needed />
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
