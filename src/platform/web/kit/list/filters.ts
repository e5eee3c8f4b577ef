import type { ComponentType } from 'react'
import type { z } from 'zod'
import { fieldMeta } from '#kernel/primitives.ts'
import { element } from '../form/schema.ts'
import { type DateDefault, type FilterValues, isMultiple } from './list-state.ts'

/** What an input of a filter is given by the bar. */
export interface FilterInputProps {
  value?: unknown
  onChange?: (value: unknown) => void
  /** A form that validates on blur listens here. */
  onBlur?: () => void
  id?: string
  /** Its name where no label stands beside it: in a table of inputs. */
  'aria-label'?: string
}

/** An input of a filter; `Name` says what is chosen where that is no words, as a unit by its id. */
export type FilterInput = ComponentType<FilterInputProps> & { Name?: ComponentType<{ value: string }> }

/**
 * One place of the filter bar: a field by its name; a field with its own input (a selector of units, say);
 * or two fields that are the ends of a range (days or amounts). `label` is another key under fields.<entity>;
 * a day with `today` opens with today, a range of days with its last `days` (0 for none).
 */
export type FilterSpec<F extends string = string> =
  | F
  | { field: F; label?: string; input?: FilterInput; today?: boolean }
  | { range: readonly [F, F]; label?: string; days?: number }

const DEFAULT_DAYS = 7

export interface FilterPlace {
  /** Name of the form item: the field, or the first field of the range. */
  name: string
  fields: readonly string[]
  label: string
  kind: 'text' | 'key' | 'digits' | 'choice' | 'flag' | 'money' | 'days' | 'day' | 'amounts' | 'custom'
  schema: z.ZodType
  input: FilterInput | undefined
  days: number
}

function kindOf(schema: z.ZodType): FilterPlace['kind'] {
  switch (fieldMeta(isMultiple(schema) ? element(schema) : schema).kind) {
    case 'date':
      return 'day'
    case 'enum':
    case 'status':
      return 'choice'
    case 'flag':
      return 'flag'
    case 'money':
    case 'price':
      return 'money'
    case 'code':
      // A key may not hold spaces, a number nothing but digits: the schema says which.
      return schema.safeParse('a').success ? 'key' : 'digits'
    default:
      return 'text'
  }
}

/** Turns what a screen lists into places; without a list every field of the contract gets one, `from`/`to` as a range. */
export function filterPlaces(shape: Readonly<Record<string, z.ZodType>>, specs: readonly FilterSpec[] | undefined): FilterPlace[] {
  const known = (field: string): z.ZodType => {
    const schema = shape[field]
    if (!schema) throw new Error(`the contract has no filter ${field}`)
    return schema
  }
  const all =
    specs ??
    Object.keys(shape).flatMap((field): FilterSpec[] =>
      field === 'to' && 'from' in shape ? [] : field === 'from' && 'to' in shape ? [{ range: ['from', 'to'] }] : [field],
    )
  return all.map((spec): FilterPlace => {
    if (typeof spec === 'string') return { name: spec, fields: [spec], label: spec, kind: kindOf(known(spec)), schema: known(spec), input: undefined, days: 0 }
    if ('field' in spec) {
      const schema = known(spec.field)
      return {
        name: spec.field,
        fields: [spec.field],
        label: spec.label ?? spec.field,
        kind: spec.input ? 'custom' : kindOf(schema),
        schema,
        input: spec.input,
        days: spec.today ? 1 : 0,
      }
    }
    const [from, to] = spec.range
    known(to)
    const kind = kindOf(known(from)) === 'day' ? 'days' : 'amounts'
    return {
      name: from,
      fields: [from, to],
      label: spec.label ?? from,
      kind,
      schema: known(from),
      input: undefined,
      days: kind === 'days' ? (spec.days ?? DEFAULT_DAYS) : 0,
    }
  })
}

/** The days a list opens with. */
export function dateDefaults(places: readonly FilterPlace[]): DateDefault[] {
  return places.flatMap(({ kind, fields: [from = '', to = from], days }) => ((kind === 'days' || kind === 'day') && days > 0 ? [{ from, to, days }] : []))
}

/** Values of the filter → values of the form: a range is one item holding both ends. */
export function toForm(places: readonly FilterPlace[], filter: FilterValues): Record<string, unknown> {
  return Object.fromEntries(places.map(({ name, fields }) => [name, fields.length === 2 ? fields.map((field) => filter[field]) : filter[name]]))
}

/** Values of the form → what the contract checks; empty fields are left out. */
export function fromForm(places: readonly FilterPlace[], values: Readonly<Record<string, unknown>>): FilterValues {
  const entries = places.flatMap(({ name, fields }): [string, unknown][] => {
    const value = values[name]
    return fields.length === 2 ? fields.map((field, end) => [field, (value as readonly unknown[] | undefined)?.[end]]) : [[name, value]]
  })
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && value !== null && value !== '' && !(typeof value === 'string' && value.trim() === '')),
  )
}
