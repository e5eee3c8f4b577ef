import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { fieldMeta } from '#kernel/primitives.ts'
import { AmountInWords } from './amount-in-words.tsx'
import { isNeeded, TRIGGERS, useMissing } from './field-rules.ts'
import { fieldRule, ownRule, usePatientRules } from './form-rules.ts'
import { element } from './schema.ts'

export interface CheckedItemProps {
  name: string
  label: string
  schema: z.ZodType
  /** Without it the form cannot go; as the schema says when left out. */
  needed?: boolean
  help?: ReactNode
  /** Of a switch. */
  valuePropName?: 'checked'
  /** Its value is chosen, though the contract knows it as a text. */
  chosen?: boolean
  dependencies?: string[]
  /** What the schema does not know: gives the text of what is wrong. */
  check?: ((value: unknown) => string | undefined) | undefined
  children: ReactNode
}

/** A field that its schema checks: marked when it is needed, one error at a time, an amount also in words. */
export function CheckedItem({ name, label, schema, needed = isNeeded(schema), help, check, chosen = false, children, ...rest }: CheckedItemProps) {
  const patient = usePatientRules()
  const missing = useMissing()(label, schema, chosen)
  const rules = [fieldRule(schema, needed ? missing : undefined), ...(check ? [ownRule(check)] : [])]
  return (
    <Form.Item
      name={name}
      label={label}
      required={needed}
      validateFirst
      validateTrigger={TRIGGERS}
      rules={rules.map((rule) => patient(name, rule))}
      extra={isAmount(schema) ? <AmountInWords name={name} help={help} schema={schema} /> : help}
      {...rest}
    >
      {children}
    </Form.Item>
  )
}

/** Of money. */
export const isAmount = (schema: z.ZodType) => ['money', 'price'].includes(fieldMeta(element(schema)).kind)
