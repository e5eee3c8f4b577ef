import { type FocusEvent, type FormEvent, type RefObject, useRef, useState } from 'react'
import type { z } from 'zod'
import { fieldErrors } from '#kernel/validation-texts.ts'
import { ApiError } from '#platform/web/api/api-error.ts'
import { shellText, useLanguage } from '#platform/web/i18n.ts'

export interface PlainForm<V extends Record<string, string>> {
  values: V
  busy: boolean
  /** What was refused as a whole, in the server's words. */
  refusal: string | null
  form: RefObject<HTMLFormElement | null>
  set(field: keyof V): (value: string) => void
  /** An empty field is only blamed when the person goes on within the form, not when something else is opened. */
  blurred(field: keyof V): (event: FocusEvent) => void
  /** What is wrong with a field that has been left, tried or refused. */
  errorOf(field: keyof V): string | undefined
  /** Other values, and nothing said about them yet. */
  fill(values: Partial<V>): void
  /** Sends when nothing is wrong, else points at what is. */
  submit(send: (values: V) => Promise<void>): (event: FormEvent) => void
}

/**
 * The state of a form of plain elements, as the pages before the sign-in use them: no component library has been fetched there.
 * `schema` is that of the call the form sends; `check` says what no single field can, and goes first. Refusals of the server come to their fields.
 */
export function usePlainForm<V extends Record<string, string>>(
  schema: z.ZodType,
  initial: V | (() => V),
  check: (values: V) => Partial<Record<keyof V, string>> = () => ({}),
): PlainForm<V> {
  const language = useLanguage()
  const [values, setValues] = useState<V>(initial)
  const [left, setLeft] = useState<ReadonlySet<keyof V>>(new Set())
  const [refused, setRefused] = useState<Partial<Record<keyof V, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const fields = Object.keys(values) as (keyof V)[]
  const parsed = schema.safeParse(values)
  // Said in the language of the moment; of several things wrong with a field, the first.
  const found = Object.fromEntries(
    parsed.success
      ? []
      : fieldErrors(parsed.error, language)
          .map((error) => [error.field, error.message])
          .toReversed(),
  ) as Partial<Record<keyof V, string>>
  const wrong = { ...found, ...check(values) }

  const run = async (send: (values: V) => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    setRefused({})
    try {
      await send(values)
    } catch (error) {
      const atFields = error instanceof ApiError ? error.fields.filter((one) => fields.includes(one.field)) : []
      setRefused(Object.fromEntries(atFields.map((one) => [one.field, one.message])) as Partial<Record<keyof V, string>>)
      if (atFields.length === 0) setRefusal(error instanceof ApiError ? error.message : shellText('common.networkGone'))
    } finally {
      setBusy(false)
    }
  }
  return {
    values,
    busy,
    refusal,
    form,
    set: (field) => (value) => {
      setValues({ ...values, [field]: value })
      setRefused({ ...refused, [field]: undefined })
    },
    blurred: (field) => (event) => {
      const within = event.relatedTarget instanceof Node && form.current?.contains(event.relatedTarget)
      if (within || values[field] !== '') setLeft(new Set([...left, field]))
    },
    errorOf: (field) => refused[field] ?? (left.has(field) ? wrong[field] : undefined),
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
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    },
  }
}
