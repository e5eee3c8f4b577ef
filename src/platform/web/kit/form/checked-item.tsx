import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { fieldMeta, isPast } from '#kernel/primitives.ts'
import { inSentence } from '#kernel/text.ts'
import { fieldErrors, ruleText } from '#kernel/validation-texts.ts'
import { today } from '../../api/server-time.ts'
import { currentLanguage, useShellText } from '../../i18n.ts'
import { AmountInWords } from './amount-in-words.tsx'
import { type CheckRule, TRIGGERS, usePatientRules } from './form-rules.ts'
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
  dependencies?: string[]
  /** What the schema does not know: gives the text of what is wrong. */
  check?: ((value: unknown) => string | undefined) | undefined
  children: ReactNode
}

/** A field that its schema checks: marked when it is needed, one error at a time, an amount also in words. */
export function CheckedItem({ name, label, schema, needed = isNeeded(schema), help, check, children, ...rest }: CheckedItemProps) {
  const patient = usePatientRules()
  const missing = useMissing()(label, schema)
  const rules = [fieldRule(schema, needed ? missing : undefined), ...(check ? [ownRule(check)] : [])]
  return (
    <Form.Item
      name={name}
      label={label}
      required={needed}
      validateFirst
      validateTrigger={TRIGGERS}
      rules={rules.map((rule) => patient(name, rule))}
      extra={isAmount(schema) ? <AmountInWords name={name} help={help} /> : help}
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

/** Of money. */
export const isAmount = (schema: z.ZodType) => ['money', 'price'].includes(fieldMeta(element(schema)).kind)

const CHOSEN: readonly string[] = ['enum', 'status', 'date', 'id']

/** What is said of a field that holds nothing: it names the field. */
export function useMissing(): (label: string, schema: z.ZodType) => string {
  const t = useShellText()
  return (label, schema) => {
    const chosen = CHOSEN.includes(fieldMeta(element(schema)).kind)
    return t(chosen ? 'form.missingChoice' : 'form.missing', { field: inSentence(label, currentLanguage()) })
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The contract's rule; an empty field is refused where it is needed, in the words for a missing one, and let be where it is not. */
export function fieldRule(schema: z.ZodType, missing: string | undefined, check?: (value: unknown) => string | undefined): CheckRule {
  return ownRule((value) => {
    const language = currentLanguage()
    if (isEmpty(value)) return missing
    const problem = check?.(value)
    if (problem) return problem
    const parsed = schema.safeParse(value)
    if (parsed.success) return isPast(schema, value, today()) ? ruleText('datePast', language) : undefined
    const [first] = fieldErrors(parsed.error, language)
    return first?.code === 'required' ? missing : first?.message
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
