import { type FocusEvent, type FormEvent, type RefObject, useRef, useState } from 'react'
import type { z } from 'zod'
import type { FieldError } from '#kernel/errors.ts'
import { ApiError } from '#platform/web/api/api-error.ts'
import { useLanguage } from '#platform/web/i18n.ts'
import { fieldProblem, isNeeded, useMissing } from '#platform/web/kit/form/field-rules.ts'
import { fieldWords, refusalWords } from './refusal-words.ts'

/** An empty field is only blamed when the person goes on within the form, not when something else is opened. */
export interface PlainField {
  label: string
  needed: boolean
  value: string
  onChange: (value: string) => void
  onBlur: (event: FocusEvent) => void
  error: string | undefined
}

export interface PlainForm<V extends Record<string, string>> {
  values: V
  busy: boolean
  /** What was refused as a whole, in words. */
  refusal: string | null
  /** Its code. */
  refusedAs: string | undefined
  form: RefObject<HTMLFormElement | null>
  /** What a field is drawn with: its error is what is wrong with one that has been left, tried or refused. */
  field(name: keyof V & string): PlainField
  /** Other values, without messages yet. */
  fill(values: Partial<V>): void
  /** Sends when nothing is wrong, else points at what is. */
  submit(send: (values: V) => Promise<void>): (event: FormEvent) => void
}

const wordsOf = (refused: FieldError | undefined): string | undefined => refused && fieldWords(refused)

/** Once it is drawn: the first field that is wrong, else the code that has to be typed anew, else the message. */
function focusWhatIsWrong(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const first = ['[aria-invalid="true"]', '.bt-otp', '[role="alert"]'].map((one) => form?.querySelector<HTMLElement>(one)).find(Boolean)
    first?.focus()
  })
}

/**
 * The state of a form of plain elements, as the pages before the sign-in use them: no component library has been fetched there.
 * Its rules and their words are those of every form: `schema` is that of the call it sends, `labels` names its fields; `check` says what no
 * single field can, and goes first. Refusals of the server come to their fields.
 */
export function usePlainForm<V extends Record<string, string>>(
  schema: z.ZodObject,
  labels: Record<keyof V, string>,
  initial: V | (() => V),
  check: (values: V) => Partial<Record<keyof V, string>> = () => ({}),
): PlainForm<V> {
  // What is wrong is said in the language of the moment.
  useLanguage()
  const [values, setValues] = useState<V>(initial)
  const [left, setLeft] = useState<ReadonlySet<keyof V>>(new Set())
  const [refused, setRefused] = useState<Partial<Record<keyof V, FieldError>>>({})
  const [refusal, setRefusal] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const fields = Object.keys(values) as (keyof V & string)[]
  const missing = useMissing()
  const ruleOf = (name: keyof V & string) => schema.shape[name] as z.ZodType
  const found = fields.flatMap((name) => {
    const rule = ruleOf(name)
    const problem = fieldProblem(rule, isNeeded(rule) ? missing(labels[name], rule) : undefined, values[name])
    return problem === undefined ? [] : [[name, problem]]
  })
  const wrong: Partial<Record<keyof V, string>> = { ...Object.fromEntries(found), ...check(values) }

  const run = async (send: (values: V) => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    setRefused({})
    try {
      await send(values)
    } catch (error) {
      const atFields = error instanceof ApiError ? error.fields.filter((one) => fields.includes(one.field)) : []
      setRefused(Object.fromEntries(atFields.toReversed().map((one) => [one.field, one])) as Partial<Record<keyof V, FieldError>>)
      if (atFields.length === 0) setRefusal(error)
      focusWhatIsWrong(form.current)
    } finally {
      setBusy(false)
    }
  }
  return {
    values,
    busy,
    refusal: refusalWords(refusal),
    refusedAs: refusal instanceof ApiError ? refusal.code : undefined,
    form,
    field: (name) => ({
      label: labels[name],
      needed: isNeeded(ruleOf(name)),
      value: values[name] ?? '',
      onChange: (value) => {
        setValues({ ...values, [name]: value })
        setRefused({ ...refused, [name]: undefined })
      },
      onBlur: ({ relatedTarget }) => {
        const within = relatedTarget instanceof Node && form.current?.contains(relatedTarget)
        if (within || values[name] !== '') setLeft(new Set([...left, name]))
      },
      error: wordsOf(refused[name]) ?? (left.has(name) ? wrong[name] : undefined),
    }),
    fill: (given) => {
      setValues((before) => ({ ...before, ...given }))
      setLeft(new Set())
      setRefused({})
      setRefusal(null)
    },
    submit: (send) => (event) => {
      event.preventDefault()
      if (Object.keys(wrong).length === 0) return void run(send)
      setLeft(new Set(fields))
      focusWhatIsWrong(form.current)
    },
  }
}
