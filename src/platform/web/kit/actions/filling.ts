import { z } from 'zod'
import type { Contract } from '#kernel/contract.ts'
import { element } from '../form/schema.ts'
import type { CommandSpec } from './action.ts'
import { type Shape, stateSent } from './state.ts'

type Values = Record<string, unknown>

/** What says which record a command is about, and which version of it was seen. */
export const IDENTITY = ['id', 'code', 'version']

/** What a command takes from its record, and what it sends. */
export interface Filling {
  /** Sent whatever stands in the form: which record, the version that was seen, the state that the event leads to. */
  fixed: Values
  /** What the fields start with. */
  initial: Values
  /** The fields, from what a 409 says of the record now: it says no more than may have changed. */
  valuesOf: (current: Values) => Values
  /** What is sent; `seen`: the version that the fields stand on. */
  toInput: (values: Values, seen: number) => Values
}

export function fillingOf({ contract, editing, action, options }: Pick<CommandSpec, 'contract' | 'editing' | 'action' | 'options'>, record: unknown): Filling {
  const shape = shapeOf(contract)
  const fixed: Values = { ...pick(record, shape, IDENTITY), ...stateSent(shape, action.fires) }
  const valuesOf = (from: unknown): Values => options.values?.(from) ?? (editing ? pick(from, shape) : {})
  return {
    fixed,
    initial: valuesOf(record),
    valuesOf: (current) => valuesOf({ ...(record as object), ...current }),
    toInput: (values, seen) => ({ ...fixed, ...values, ...options.toInput?.(values, record), ...(editing && 'version' in fixed ? { version: seen } : {}) }),
  }
}

export function shapeOf(contract: Contract): Shape {
  return (contract.input as { shape?: Shape }).shape ?? {}
}

/** What the record holds of the fields of an input. */
export function pick(record: unknown, shape: Shape, only = Object.keys(shape)): Values {
  const held = (record ?? {}) as Values
  return Object.fromEntries(only.filter((field) => field in shape && field in held).map((field) => [field, heldOf(held[field], shape[field] as z.ZodType)]))
}

/** Rows hold what the rows of the input hold. */
function heldOf(value: unknown, schema: z.ZodType): unknown {
  const row = element(schema)
  return Array.isArray(value) && row instanceof z.ZodObject ? value.map((one) => pick(one, row.shape)) : (value ?? undefined)
}
