import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { useLanguage } from '../../i18n.ts'
import { fieldProblem, TRIGGERS } from './field-rules.ts'

/** A rule that is a check of the value: it throws what is wrong. */
export interface CheckRule {
  validator: (rule: unknown, value: unknown) => Promise<void>
}

/** The contract's rule of a field, as a rule of a form. */
export function fieldRule(schema: z.ZodType, missing: string | undefined, check?: (value: unknown) => string | undefined): CheckRule {
  return ownRule((value) => fieldProblem(schema, missing, value, check))
}

/** A check that gives the text of what is wrong, as a rule of a form. */
export function ownRule(check: (value: unknown) => string | undefined): CheckRule {
  return {
    validator: async (_rule, value) => {
      const problem = check(value)
      if (problem) throw new Error(problem)
    },
  }
}

type NamePath = string | (string | number)[]
type RuleOfForm = (form: Pick<FormInstance, 'isFieldTouched'>) => CheckRule & { validateTrigger: string[] }

/**
 * Makes rules wait: leaving a field that nobody has touched says nothing, so that nothing moves under the pointer of whoever goes elsewhere
 * in the form. Submitting asks, and from then on, or once the field has been touched, leaving it asks as well. What is shown as wrong is
 * asked at every change, so that the error goes with its cause. For items with the triggers above.
 */
export function usePatientRules(): (name: NamePath, rule: CheckRule) => RuleOfForm {
  const refused = useRef(new Set<string>())
  return (name, rule) => (form) => {
    const key = JSON.stringify(name)
    return {
      validator: async (context, value) => {
        refused.current.add(key)
        await rule.validator(context, value)
        refused.current.delete(key)
      },
      validateTrigger: refused.current.has(key) ? TRIGGERS : form.isFieldTouched(name) ? ['onBlur'] : [],
    }
  }
}

/** Errors that stand on the screen are shown in the new language when it changes. */
export function useErrorsInLanguage(form: FormInstance): void {
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of language is what it is for
  useEffect(() => {
    const wrong = form.getFieldsError().filter((field) => field.errors.length > 0)
    if (wrong.length > 0)
      form
        .validateFields(
          wrong.map((field) => field.name),
          { recursive: true },
        )
        .catch(() => undefined)
  }, [language, form])
}

/** Puts the cursor into the first field that can be typed into, unless a field has it already. A calendar would open unasked: it is passed over. */
export function focusFirstField(form: HTMLElement | null): void {
  if (!form || form.contains(document.activeElement)) return
  const fields = [...form.querySelectorAll<HTMLElement>('input:not([type="hidden"], [type="file"], :disabled), textarea:not(:disabled)')]
  const first = fields.find((field) => !field.closest('.ant-picker'))
  // Of several choices the one that is chosen is where the keyboard goes on.
  const chosen = first?.closest('[role="radiogroup"]')?.querySelector<HTMLElement>('input:checked:not(:disabled)')
  ;(chosen ?? first)?.focus()
}
