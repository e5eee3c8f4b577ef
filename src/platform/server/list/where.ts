import { type Expression, type SqlBool, sql } from 'kysely'
import { endOfDay, startOfDay } from '#kernel/dates.ts'
import type { Language } from '#kernel/language.ts'
import { rangesOf } from '#kernel/ranges.ts'
import type { Runtime } from '../runtime.ts'
import type { Session } from '../session/session.ts'
import { foldedPatterns, likeText } from './like.ts'

/** Both ends count; one that is left out bounds nothing. */
export interface Range<V = string> {
  from?: V | undefined
  to?: V | undefined
}

/** Of the call, what a condition may depend on. */
interface Asking {
  language: Language
  session: Session
  now: Date
  runtime: Runtime
}

/**
 * The SQL of one filter: from its value, and where needed the call and the whole filter; undefined asks for nothing.
 * Not called for a filter that is not set; that of a range is, with neither end.
 */
export type Condition<V = never, F = never> = (value: V, ctx: Asking, filter: F) => Expression<SqlBool> | undefined

/** `from` and `to` are the range `period`, `amountFrom` and `amountTo` the range `amount`; every other filter is itself. */
type ConditionName<F, K extends keyof F> = K extends 'from' | 'to'
  ? 'from' | 'to' extends keyof F
    ? 'period'
    : K
  : K extends `${infer N}From`
    ? `${N}To` extends keyof F
      ? N
      : K
    : K extends `${infer N}To`
      ? `${N}From` extends keyof F
        ? N
        : K
      : K
type ConditionNames<F> = { [K in keyof F]-?: ConditionName<F, K> }[keyof F]
type Set<F, K> = K extends keyof F ? Exclude<F[K], undefined> : never
type ConditionValue<F, N> = N extends keyof F ? Set<F, N> : Range<N extends 'period' ? Set<F, 'from'> : N extends string ? Set<F, `${N}From`> : never>

/** A condition for every filter of a contract: none can be forgotten, and none takes another type of value. */
export type Where<F> = { [N in ConditionNames<F>]: Condition<ConditionValue<F, N>, F> }

type Fields = Record<string, unknown>

/** Names of the conditions that a contract's filter asks for, with the fields each reads. */
export function conditionFields(filter: Fields): Map<string, { from: string; to: string } | string> {
  const ranges = [...rangesOf(Object.keys(filter))]
  const ofRange = (field: string) => ranges.find(([, { from, to }]) => field === from || field === to)
  return new Map<string, { from: string; to: string } | string>(Object.keys(filter).map((field) => ofRange(field) ?? [field, field]))
}

/** What a filter asks for, in the order of the conditions. `shape`: the fields of the contract's filter. */
export function conditionsOf(shape: Fields, where: Record<string, Condition>, filter: Fields, ctx: Asking): Expression<SqlBool>[] {
  const fields = conditionFields(shape)
  return Object.entries(where).flatMap(([name, condition]) => {
    const field = fields.get(name)
    if (field === undefined) throw new Error(`a condition for no filter: ${name}`)
    const value = typeof field === 'string' ? filter[field] : { from: filter[field.from], to: filter[field.to] }
    if (value === undefined || value === '') return []
    return condition(value as never, ctx, filter as never) ?? []
  })
}

type Plain = string | number | boolean
/** A column reference: 't.status'. */
type Column = string
const all = (conditions: readonly Expression<SqlBool>[]) => (conditions.length === 0 ? undefined : sql<SqlBool>`${sql.join(conditions, sql` and `)}`)

export const is = (column: Column) => (value: Plain) => sql<SqlBool>`${sql.ref(column)} = ${value}`

export const oneOf = (column: Column) => (values: readonly Plain[]) => sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`

/** The unit itself and everything below it: whatever its level, it stands in one of the four columns of a scoped table. */
export const within = (alias: string) => (unitId: string) =>
  sql<SqlBool>`(${sql.join(
    ['office', 'district', 'province', 'head'].map((level) => sql`${sql.ref(`${alias}.${level}_unit_id`)} = ${unitId}`),
    sql` or `,
  )})`

/**
 * Every word of a text stands somewhere in the columns, accents and case aside; a text without a word is found nowhere. An index over
 * platform.fold(a || ' ' || b) serves it. A column that may be null is given as sql`coalesce(…, '')`.
 */
export const words = (...columns: (Column | Expression<string>)[]) => {
  const text = sql.join(
    columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)),
    sql` || ' ' || `,
  )
  return (search: string) => all(foldedPatterns(search).map((pattern) => sql`platform.fold(${text}) like ${pattern}`)) ?? sql<SqlBool>`false`
}

export const startsWith = (column: Column) => (text: string) => sql<SqlBool>`${sql.ref(column)} like ${`${likeText(text)}%`}`

export const between =
  (column: Column) =>
  ({ from, to }: Range<string | number>) =>
    bounds(column, from, to)

function bounds(column: Column, from: unknown, to: unknown, below = sql`<=`) {
  const column_ = sql.ref(column)
  return all([...(from === undefined ? [] : [sql<SqlBool>`${column_} >= ${from}`]), ...(to === undefined ? [] : [sql<SqlBool>`${column_} ${below} ${to}`])])
}

/** Days of a column that is a date. */
export const days =
  (column: Column) =>
  ({ from, to }: Range) =>
    bounds(column, from, to)

/** Days, in Viet Nam, of a column that is a time. */
export const daysOfTime =
  (column: Column) =>
  ({ from, to }: Range) =>
    bounds(column, from && startOfDay(from), to && endOfDay(to), sql`<`)
