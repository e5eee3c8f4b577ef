import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, type ListContract, PAGE_SIZES } from '#kernel/contract.ts'
import { addDays } from '#kernel/dates.ts'
import { unwrapped } from '../form/schema.ts'

export type FilterValues = Readonly<Record<string, unknown>>

export interface Sort {
  field: string
  direction: 'asc' | 'desc'
}

/** What a list shows; all of it stands in the address, so that a link reproduces it. */
export interface ListState {
  filter: FilterValues
  page: number
  size: (typeof PAGE_SIZES)[number]
  sort: Sort
}

/** What of a contract decides how its state is written. */
export type StateFacts = Pick<ListContract, 'filter' | 'sortKeys' | 'defaultSort'>

/** A pair of date fields that starts with the last `days` days. */
export interface DateDefault {
  from: string
  to: string
  days: number
}

export function isMultiple(schema: z.ZodType): boolean {
  return unwrapped(schema) instanceof z.ZodArray
}

/** The values as the filter has them: strings of the address become numbers, flags and arrays where the schema says so. */
function read(schema: z.ZodType, texts: readonly string[]): unknown {
  const type = unwrapped(schema)
  const [first = ''] = texts
  const value = type instanceof z.ZodArray ? [...texts] : type instanceof z.ZodNumber ? Number(first) : type instanceof z.ZodBoolean ? first === 'true' : first
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/** The filter a list opens with: no conditions but the last days. */
export function defaultFilter(dates: readonly DateDefault[], today: string): FilterValues {
  return Object.fromEntries(
    dates.flatMap(({ from, to, days }) => [
      [from, addDays(today, 1 - days)],
      [to, today],
    ]),
  )
}

/**
 * Reads an address. Values that do not fit the contract are left out, a filter it does not speak of is what its `meta` opens with. Days the address does not speak of are the list's
 * own last days; an empty `from=` says that the person wants none.
 */
export function parseListState(search: string, contract: StateFacts, dates: readonly DateDefault[], today: string): ListState {
  const query = new URLSearchParams(search)
  const shape = contract.filter.shape as Record<string, z.ZodType>
  const size = PAGE_SIZES.find((one) => String(one) === query.get('size')) ?? DEFAULT_PAGE_SIZE
  const page = Number(query.get('page'))
  const named = query.get('sort') ?? ''
  const field = contract.sortKeys.find((key) => key === named.replace(/^-/, ''))
  const sort: Sort = field ? { field, direction: named.startsWith('-') ? 'desc' : 'asc' } : contract.defaultSort
  const filter: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const value = query.has(name) ? read(schema, query.getAll(name)) : schema.meta()?.opens
    if (value !== undefined && value !== '') filter[name] = value
  }
  const unspoken = dates.filter(({ from, to }) => [from, to].every((name) => filter[name] === undefined && query.get(name) !== ''))
  return { filter: { ...filter, ...defaultFilter(unspoken, today) }, page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1, size, sort }
}

/** The query string of a state, without '?'. Days are always written, so that a link means the same days tomorrow. */
export function formatListState(state: ListState, contract: StateFacts, dates: readonly DateDefault[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(state.filter)) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  // What the list would open with is not in force either: the address says so.
  for (const { from, to } of dates) if (!query.has(from) && !query.has(to)) query.set(from, '')
  for (const [name, schema] of Object.entries(contract.filter.shape as Record<string, z.ZodType>))
    if (schema.meta()?.opens !== undefined && !query.has(name)) query.set(name, '')
  const { field, direction } = state.sort
  if (field !== contract.defaultSort.field || direction !== contract.defaultSort.direction) query.set('sort', `${direction === 'desc' ? '-' : ''}${field}`)
  if (state.size !== DEFAULT_PAGE_SIZE) query.set('size', String(state.size))
  if (state.page !== 1) query.set('page', String(state.page))
  return query.toString()
}

/** Position of a row over all pages, from 1. */
export function rowNumber(page: number, size: number, position: number): number {
  return (page - 1) * size + position + 1
}
