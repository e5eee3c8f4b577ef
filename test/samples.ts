/** Input that an endpoint may well take, made from its schema. */
import { z } from 'zod'
import { SUBSYSTEMS } from '#kernel/applications.ts'
import type { FieldMeta } from '#kernel/primitives.ts'
import type { ScopeGrant } from '#platform/server/session/session.ts'
import { workbookOf } from './scoped-reconciliation.ts'
import { type Chance, maySee, type Owned, type ScopedWorld } from './scoped-world.ts'

interface Period {
  from: string
  to: string
}

const PAGE = { currentPage: 1, pageSize: 100 }
const TRIES = 5

/**
 * A source of input for a caller: ids and codes are those of rows that are there, half of them the caller's own, dates lie in the period,
 * what is optional is mostly left out. What no guess fits is given as guessed, and refused. `about`: tables that the endpoint is known to
 * read, whose rows are asked for half of the time.
 */
export function sampler(world: ScopedWorld, period: Period, next: Chance): (schema: z.ZodType, grant: ScopeGrant, about?: ReadonlySet<string>) => unknown {
  const one = <T>(from: readonly T[]): T => from[next(from.length)] as T
  const all = [...world.rows]
  /** Rows that the caller may see, and all; of the tables in question, and of all. */
  let pools: (readonly Owned[])[][] = []
  const row = () => one(one(one(pools)))
  /** The row that an id was taken from; another id of the same input is of that row half of the time, as an input of two ids means it. */
  let named: Owned | undefined
  const id = () => {
    named = named && next(2) === 0 ? named : row()
    return named.id
  }
  const mark = () => one(row().marks) ?? 'QR1'

  function text(name: string, kind: FieldMeta['kind'] | undefined): string {
    if (name === 'uploadId') return workbookOf(id())
    if (kind === 'id' || /(^|[a-z])id$/i.test(name)) return id()
    if (kind === 'date') return name === 'from' ? period.from : period.to
    if (name === 'subjectType') return 'payment.transaction'
    if (name === 'action') return 'NONE'
    if (name === 'application' || name === 'clientId') return one(SUBSYSTEMS)
    return next(4) === 0 ? 'a' : mark()
  }

  function guess(schema: z.ZodType, name: string): unknown {
    const kind = (schema.meta() as Partial<FieldMeta> | undefined)?.kind
    if (name === 'pageInfo') return PAGE
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
      const wanted = ['from', 'to', 'id', 'format'].includes(name) || next(12) === 0
      return wanted && name !== 'columns' ? guess(schema.unwrap() as z.ZodType, name) : undefined
    }
    if (schema instanceof z.ZodObject) return object(schema.shape)
    if (schema instanceof z.ZodArray) return Array.from({ length: 1 + next(20) }, () => guess(schema.element as z.ZodType, name.replace(/s$/, '')))
    if (schema instanceof z.ZodEnum)
      return name === 'format' ? (schema.options.find((option) => option !== 'pdf' && option !== 'xlsx') ?? 'xlsx') : one(schema.options)
    if (schema instanceof z.ZodLiteral) return one([...schema.values])
    if (schema instanceof z.ZodUnion) return guess(one(schema.options) as z.ZodType, name)
    if (schema instanceof z.ZodBoolean) return next(2) === 0
    if (schema instanceof z.ZodNumber) return next(3)
    return text(name, kind)
  }

  function object(shape: z.ZodRawShape): Record<string, unknown> {
    const fields = Object.entries(shape).map(([name, field]) => [name, guess(field as z.ZodType, name)] as const)
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  }

  return (schema, grant, about = new Set()) => {
    const own = all.map(([table, rows]) => [table, rows.filter((row) => maySee(grant, row))] as const).filter(([, rows]) => rows.length > 0)
    const of = (from: readonly (readonly [string, readonly Owned[]])[], asked = new Set(world.rows.keys()) as ReadonlySet<string>) =>
      from.flatMap(([table, rows]) => (asked.has(table) ? [rows] : []))
    pools = [of(own), of(all), of(own, about), of(all, about)].filter((pool) => pool.length > 0)
    let value: unknown
    let tries = 0
    do {
      named = undefined
      value = guess(schema, '')
    } while (++tries < TRIES && !schema.safeParse(value).success)
    return value
  }
}
