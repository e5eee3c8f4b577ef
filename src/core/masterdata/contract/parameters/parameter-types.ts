import { isDateOnly } from '#kernel/dates.ts'
import type { Text } from '#kernel/language.ts'
import { type Hundredths, isMoney, parseMoney } from '#kernel/money.ts'

export const PARAMETER_TYPES = ['STRING', 'INTEGER', 'DECIMAL', 'BOOLEAN', 'MONEY', 'DATE'] as const
export type ParameterType = (typeof PARAMETER_TYPES)[number]

/** What a parameter is in code: money in hundredths, decimals as text (never a JavaScript number), days as YYYY-MM-DD. */
export interface ParameterValues {
  STRING: string
  INTEGER: number
  DECIMAL: string
  BOOLEAN: boolean
  MONEY: Hundredths
  DATE: string
}

/** A parameter that code reads. Its owner declares it; people change the value, nothing else. */
export interface ParameterDefinition<T extends ParameterType = ParameterType> {
  key: string
  type: T
  /** In the written form, as `value` on the wire. */
  initial: string
  text: Text
  /** A change waits for a second person. */
  critical?: boolean
  /** Bounds of INTEGER, DECIMAL, MONEY and DATE, in the written form. */
  minimum?: string
  maximum?: string
}

export function defineParameter<const T extends ParameterType>(definition: ParameterDefinition<T>): ParameterDefinition<T> {
  const problem = valueProblem(definition, definition.initial)
  if (problem) throw new Error(`parameter ${definition.key}: the initial value '${definition.initial}' is refused: ${problem.rule}`)
  return definition
}

const INTEGER = /^-?(0|[1-9]\d{0,14})$/
const DECIMAL = /^-?(0|[1-9]\d{0,17})(\.\d{1,6})?$/
const MAX_TEXT = 2000

const FORMS: Record<ParameterType, { test(value: string): boolean; rule: 'type' | 'numeric' | 'money' | 'date' | 'tooLong' | 'choice' }> = {
  STRING: { test: (value) => value.length <= MAX_TEXT && !value.includes('\0'), rule: 'tooLong' },
  INTEGER: { test: (value) => INTEGER.test(value), rule: 'numeric' },
  DECIMAL: { test: (value) => DECIMAL.test(value), rule: 'numeric' },
  BOOLEAN: { test: (value) => value === 'true' || value === 'false', rule: 'choice' },
  MONEY: { test: isMoney, rule: 'money' },
  DATE: { test: isDateOnly, rule: 'date' },
}

export interface ValueProblem {
  rule: (typeof FORMS)[ParameterType]['rule'] | 'tooSmall' | 'tooBig'
  params: Record<string, string | number>
}

/** What is wrong with the written form of a value; undefined when nothing is. */
export function valueProblem(
  parameter: { type: ParameterType; minimum?: string | null | undefined; maximum?: string | null | undefined },
  value: string,
): ValueProblem | undefined {
  const form = FORMS[parameter.type]
  if (!form.test(value)) return { rule: form.rule, params: form.rule === 'tooLong' ? { maximum: MAX_TEXT } : {} }
  const { minimum, maximum } = parameter
  if (minimum && form.test(minimum) && compareValues(parameter.type, value, minimum) < 0) return { rule: 'tooSmall', params: { minimum } }
  if (maximum && form.test(maximum) && compareValues(parameter.type, value, maximum) > 0) return { rule: 'tooBig', params: { maximum } }
  return undefined
}

/** True for the types that have an order, and so may have bounds. */
export function isOrdered(type: ParameterType): boolean {
  return type !== 'STRING' && type !== 'BOOLEAN'
}

function compareValues(type: ParameterType, a: string, b: string): number {
  if (type === 'DATE' || type === 'STRING' || type === 'BOOLEAN') return a < b ? -1 : a > b ? 1 : 0
  const difference = scaled(a) - scaled(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** A decimal text of at most six decimals as millionths. */
function scaled(text: string): bigint {
  const negative = text.startsWith('-')
  const [whole = '0', part = ''] = (negative ? text.slice(1) : text).split('.')
  const value = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'))
  return negative ? -value : value
}

const READERS: { [T in ParameterType]: (text: string) => ParameterValues[T] } = {
  STRING: (text) => text,
  INTEGER: Number,
  DECIMAL: (text) => text,
  BOOLEAN: (text) => text === 'true',
  MONEY: parseMoney,
  DATE: (text) => text,
}

/** The written form as what code works with. */
export function readValue<T extends ParameterType>(type: T, text: string): ParameterValues[T] {
  return READERS[type](text)
}
