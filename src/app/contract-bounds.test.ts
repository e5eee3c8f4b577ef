/** Nothing that a caller may send is without an end: every list, text and object of every contract has its greatest size. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errors } from '#kernel/errors.ts'
import { parseInput } from '#platform/server/http/input.ts'
import { endpointName } from '#platform/server/http/registry.ts'
import { systemRegistry } from './server.ts'

const entries = [...systemRegistry().entries.values()]

/** What may hold anything, and what checks it instead. */
const CHECKED_ELSEWHERE: Record<string, string> = {
  'POST /report-admin/runs/v1/freeze .filter{}': 'the conditions are parsed by the contract of the report before it is read',
  'POST /report-admin/schedules/v1/create .filter{}': 'the conditions are parsed by the contract of the report before anything is kept',
}

const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch'])
const ENDED = new Set(['enum', 'literal', 'boolean', 'null', 'undefined', 'never'])
const UNLIMITED = /(?<!\\)[*+]|\{\d+,\}/

interface Def {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
  keyType?: z.ZodType
  valueType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  format?: string
  checks?: { _zod: { def: { check: string; format?: string; pattern?: RegExp } } }[]
}

const checksOf = (def: Def) => (def.checks ?? []).map(({ _zod }) => _zod.def)
const hasLength = (def: Def) => checksOf(def).some(({ check }) => check === 'max_length' || check === 'length_equals')
/** A format or a pattern that only so many characters meet. */
const isShort = (def: Def) =>
  def.format === 'uuid' || checksOf(def).some(({ pattern }) => pattern !== undefined && /^\^.*\$$/.test(pattern.source) && !UNLIMITED.test(pattern.source))

/** The places of a schema that have no end. */
function endless(schema: z.ZodType, place: string): string[] {
  const def = schema._zod.def as unknown as Def
  const inside = (one: z.ZodType | undefined, at = place) => (one ? endless(one, at) : [])
  if (WRAPPERS.has(def.type)) return inside(def.innerType)
  switch (def.type) {
    case 'array':
      return [...(hasLength(def) ? [] : [`${place} list`]), ...inside(def.element, `${place}[]`)]
    case 'string':
      return hasLength(def) || isShort(def) ? [] : [`${place} text`]
    case 'number':
      return []
    case 'object':
      return Object.entries(def.shape ?? {}).flatMap(([name, field]) => endless(field, `${place}.${name}`))
    case 'record':
      return [
        ...(schema.meta()?.maxProperties === undefined ? [`${place} object`] : []),
        ...inside(def.keyType, `${place}{key}`),
        ...inside(def.valueType, `${place}{}`),
      ]
    case 'union':
      return (def.options ?? []).flatMap((one) => endless(one, place))
    case 'pipe':
      return [...inside(def.in), ...inside(def.out)]
    default:
      return ENDED.has(def.type) ? [] : [place]
  }
}

describe('the input of every contract', () => {
  it('has a greatest size, in each of its lists, texts and objects', () => {
    const found = entries.flatMap(({ contract }) => endless(contract.input, `${endpointName(contract)} `))
    expect(found.filter((place) => !(place in CHECKED_ELSEWHERE))).toEqual([])
    expect(Object.keys(CHECKED_ELSEWHERE).filter((place) => !found.includes(place))).toEqual([])
  })

  it('is looked through: what has no end is found', () => {
    const schema = z.strictObject({
      ids: z.array(z.string().max(3)).optional(),
      rows: z.array(z.strictObject({ names: z.array(z.string()).max(2) })).max(2),
      other: z.record(z.string(), z.unknown()),
      good: z.string().regex(/^\d{6}$/),
      long: z.string().regex(/^\d+$/),
    })
    expect(endless(schema, '')).toEqual(['.ids list', '.rows[].names[] text', '.other object', '.other{key} text', '.other{}', '.long text'])
  })
})

describe('the columns of an export', () => {
  const exports = entries.flatMap((entry) => (entry.kind === 'export' ? [entry] : []))
  const refusedAt = (entry: (typeof exports)[number], columns: string[]) => {
    try {
      parseInput(entry.contract.input, { searchSdi: {}, columns }, 'en')
    } catch (error) {
      const { definition, fields } = error as { definition: unknown; fields?: { field: string; code: string }[] }
      return definition === errors.validation ? fields?.filter(({ field }) => field.startsWith('columns')).map(({ code }) => code) : undefined
    }
    return undefined
  }

  it.each(exports.map((entry) => [endpointName(entry.contract), entry] as const))('%s: fields of the row, each once', (_name, entry) => {
    const fields = Object.keys(entry.list.contract.row.shape)
    const [first = ''] = fields
    expect(refusedAt(entry, fields) ?? []).toEqual([])
    expect(refusedAt(entry, [first, first])).toContain('repeated')
    expect(
      refusedAt(
        entry,
        Array.from({ length: 130_000 }, () => first),
      ),
    ).toContain('tooManyRows')
  })
})
