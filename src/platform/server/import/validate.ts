import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { ImportContract } from '#kernel/import.ts'
import type { Text } from '#kernel/language.ts'
import { fieldErrors } from '#kernel/validation-texts.ts'
import { wireValue } from './cells.ts'
import type { ImportColumn } from './columns.ts'
import type { ImportRow, PartOfRow, RowProblem } from './handler.ts'
import type { Cell } from './workbook.ts'

/** Rows that are looked at before everybody else gets a turn: some milliseconds. */
const TURN = 200

/** What rows are held to. */
export type RowContract = Pick<ImportContract, 'row' | 'fields' | 'unique'>

export interface Validated {
  /** Rows that are valid by themselves and stand in the file once. */
  valid: ImportRow<never>[]
  /** The others, as far as they can be read. */
  partly: PartOfRow<never>[]
  problems: RowProblem[]
}

const CELL_ERROR: Text = { vi: 'Ô có công thức bị lỗi', en: 'The formula in this cell has an error' }
const TWICE: Text = { vi: 'Trùng với dòng', en: 'Same as row' }

/**
 * Holds every row to the contract's schema, and rows to each other: the same content (the column that numbers the rows has no field and does
 * not count) or the same unique fields twice are refused from the second on.
 */
export async function validateRows(
  contract: RowContract,
  columns: readonly ImportColumn[],
  mapping: Record<string, number | null>,
  rows: AsyncIterable<{ number: number; cells: Cell[] }[]>,
  onProgress: (done: number) => Promise<void>,
): Promise<Validated> {
  const result: Validated = { valid: [], partly: [], problems: [] }
  const seen = new Map<string, number>()
  const places = columns.flatMap((column) => {
    const at = mapping[column.field] ?? null
    return at === null ? [] : [{ column, at }]
  })
  let done = 0
  for await (const batch of rows) {
    for (const { number, cells } of batch) {
      validateRow(contract, places, { number, cells }, seen, result)
      if (++done % TURN === 0) await setImmediate()
    }
    await onProgress(done)
  }
  return result
}

type Place = { column: ImportColumn; at: number }

function validateRow(
  contract: RowContract,
  places: readonly Place[],
  row: { number: number; cells: Cell[] },
  seen: Map<string, number>,
  result: Validated,
): void {
  const { number, cells } = row
  const given: Record<string, unknown> = {}
  const broken: RowProblem[] = []
  for (const { column, at } of places) {
    const cell = cells[at]
    if (typeof cell === 'object' && cell !== null && 'e' in cell) broken.push(textAt(number, column.field, CELL_ERROR, cell.e))
    else given[column.field] = wireValue(cell, column)
  }
  const parsed = contract.row.safeParse(given)
  const fields = new Set(broken.map(({ field }) => field))
  const refused = parsed.success ? [] : problemsOf(number, parsed.error, places).filter(({ field }) => !fields.has(field))
  const problems = [...broken, ...refused]
  if (problems.length === 0) {
    const twice = firstOf(contract, parsed.data as Record<string, unknown>, number, seen)
    // What else is wrong with it stands at the row that it repeats.
    if (twice) result.problems.push(textAt(number, twice.field, TWICE, String(twice.row)))
    else result.valid.push({ number, value: parsed.data as never })
    return
  }
  result.problems.push(...problems)
  const wrong = new Set(problems.map(({ field }) => field))
  result.partly.push({ number, value: readable(contract, given, wrong) as Partial<never>, wrong })
}

/** The fields of a row that are right by themselves. */
function readable({ row }: RowContract, given: Record<string, unknown>, wrong: ReadonlySet<string | null>): Record<string, unknown> {
  const fields = Object.entries(row.shape as Record<string, z.ZodType>).flatMap(([field, schema]) => {
    const parsed = wrong.has(field) ? undefined : schema.safeParse(given[field])
    return parsed?.success && parsed.data !== undefined ? [[field, parsed.data]] : []
  })
  return Object.fromEntries(fields)
}

function textAt(number: number, field: string | null, text: Text, what: string): RowProblem {
  return { number, field, vi: `${text.vi} ${what}`, en: `${text.en} ${what}` }
}

/** What is wrong with the fields of a row; where one of a closed set was asked for, with the words that would do. */
function problemsOf(number: number, error: Parameters<typeof fieldErrors>[0], places: readonly Place[]): RowProblem[] {
  const english = fieldErrors(error, 'en')
  return fieldErrors(error, 'vi').map(({ field, code, message }, at) => {
    const choices = code === 'choice' ? places.find(({ column }) => column.field === field)?.column.choices : undefined
    const en = english[at]?.message ?? message
    return {
      number,
      field: field || null,
      vi: choices ? `${message}: ${choices.vi.join(', ')}` : message,
      en: choices ? `${en}: ${choices.en.join(', ')}` : en,
    }
  })
}

/** The earlier row that says the same, if there is one. */
function firstOf(
  { fields, unique }: RowContract,
  value: Record<string, unknown>,
  number: number,
  seen: Map<string, number>,
): { row: number; field: string | null } | undefined {
  const keys = [{ names: fields, field: null }, ...(unique.length > 0 ? [{ names: unique, field: unique[0] as string }] : [])]
  for (const { names, field } of keys) {
    const key = `${field} ${JSON.stringify(names.map((name) => value[name] ?? null))}`
    const row = seen.get(key)
    if (row !== undefined) return { row, field }
    seen.set(key, number)
  }
  return undefined
}
