import { Form } from 'antd'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { isPast } from '#kernel/primitives.ts'
import { fieldErrors, ruleText } from '#kernel/validation-texts.ts'
import { today } from '../../api/server-time.ts'
import { currentLanguage } from '../../i18n.ts'
import { useFormFacts } from './form-facts.ts'
import { type CheckRule, usePatientRules } from './form-rules.ts'

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
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
      return needed ? ruleText('required', language) : undefined
    const problem = check?.(value)
    if (problem) return problem
    const parsed = schema.safeParse(value)
    if (!parsed.success) return fieldErrors(parsed.error, language)[0]?.message
    return isPast(schema, value, today()) ? ruleText('datePast', language) : undefined
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
