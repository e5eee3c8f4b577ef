import type { z } from 'zod'
import { daysBetween, isDateOnly } from './dates.ts'
import { isMoney, parseMoney } from './money.ts'
import { type FieldKind, fieldMeta } from './primitives.ts'
import type { ValidationRule } from './validation-texts.ts'

/** The days that a search must name: both ends, at most so many counting both, unless one of the fields `unless` finds its rows by itself. */
export interface PeriodRule {
  maxDays: number
  unless?: readonly string[]
}

export interface Range {
  from: string
  to: string
}

/** Fields that are the two ends of a range, by its name: `from` and `to` are `period`, `amountFrom` and `amountTo` are `amount`. */
export function rangesOf(fields: readonly string[]): Map<string, Range> {
  return new Map(
    fields.flatMap((from): [string, Range][] => {
      const [, name = '', end] = /^(.*?)(from|From)$/.exec(from) ?? []
      const to = name === '' ? 'to' : `${name}To`
      return end === undefined || (name === '') !== (end === 'from') || !fields.includes(to) ? [] : [[name === '' ? 'period' : name, { from, to }]]
    }),
  )
}

type Filter = z.ZodObject<z.ZodRawShape, z.core.$strict>
type Values = Readonly<Record<string, unknown>>
type Refuse = (field: string, rule: ValidationRule, params?: Record<string, number>) => void

const isSet = (value: unknown) => value !== undefined && value !== null && value !== ''

/** A filter whose ranges run forward, and whose period is one that may be asked for: each fault is told at its field, in the browser and by the server. */
export function withRanges<F extends Filter>(filter: F, period: PeriodRule | undefined): F {
  const ranges = rangesOf(Object.keys(filter.shape))
  const checks = [...ranges.values()].map(({ from, to }) => forward(from, to, fieldMeta(filter.shape[from] as z.ZodType).kind))
  const days = ranges.get('period')
  if (period && !days) throw new Error('a period needs the fields from and to')
  return filter.superRefine((values, { addIssue }) => {
    const refuse: Refuse = (field, rule, params = {}) => addIssue({ code: 'custom', message: rule, path: [field], params })
    for (const check of checks) check(values, refuse)
    if (period && days) checkPeriod(period, days, values, refuse)
  })
}

function forward(from: string, to: string, kind: FieldKind): (values: Values, refuse: Refuse) => void {
  return (values, refuse) => {
    const [first, last] = [values[from], values[to]].map((value) => String(value ?? '')) as [string, string]
    // What is no day or no amount was refused as such.
    if (kind === 'date' && isDateOnly(first) && isDateOnly(last) && first > last) refuse(to, 'dateOrder')
    if (kind === 'money' && isMoney(first) && isMoney(last) && parseMoney(first) > parseMoney(last)) refuse(to, 'amountOrder')
  }
}

function checkPeriod({ maxDays, unless = [] }: PeriodRule, { from, to }: Range, values: Values, refuse: Refuse): void {
  if (unless.some((field) => isSet(values[field]))) return
  const missing = [from, to].filter((field) => !isSet(values[field]))
  for (const field of missing) refuse(field, 'required')
  const [first, last] = [String(values[from]), String(values[to])]
  if (isDateOnly(first) && isDateOnly(last) && daysBetween(first, last) >= maxDays) refuse(to, 'dateSpan', { maximum: maxDays })
}
