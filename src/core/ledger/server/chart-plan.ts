import type { ImportedRow } from '#kernel/import.ts'
import { type ImportRow, type RowProblem, rowProblem, ruleProblem } from '#platform/server/import/handler.ts'
import type { importChart } from '../contract/chart.ts'
import { ledgerErrors } from '../contract/errors.ts'
import { type Chart, type ChartLine, faultOf } from './chart-rules.ts'

export type ChartRow = ImportRow<ImportedRow<typeof importChart>>

/** A line as a row of the file makes it; `before` is undefined for a new one. */
interface Planned {
  row: ChartRow
  line: ChartLine
  before: ChartLine | undefined
}

export interface ChartPlan {
  added: ChartLine[]
  changed: { line: ChartLine; before: ChartLine }[]
  unchanged: number
}

/** Holds the rows to each other and to the stored chart. What stands on a row that falls, falls with it, until nothing more does. Pure. */
export function planChart(rows: readonly ChartRow[], stored: Chart): { plan: ChartPlan; problems: RowProblem[] } {
  const problems: RowProblem[] = []
  let left = [...rows]
  for (;;) {
    const { planned, found } = look(left, stored)
    if (found.length === 0) return { plan: planOf(planned), problems }
    problems.push(...found)
    const fallen = new Set(found.map(({ number }) => number))
    left = left.filter(({ number }) => !fallen.has(number))
  }
}

/** Of a line that is not stored yet. */
const newId = (number: string) => `new ${number}`

function look(rows: readonly ChartRow[], stored: Chart): { planned: Planned[]; found: RowProblem[] } {
  const byNumber = new Map([...stored.values()].map((line) => [line.number, line]))
  const ids = new Map([...[...byNumber].map(([number, { id }]): [string, string] => [number, id])])
  for (const { value } of rows) if (!ids.has(value.number)) ids.set(value.number, newId(value.number))
  const planned: Planned[] = []
  const found: RowProblem[] = []
  for (const row of rows) {
    const { number, newNumber, parentNumber, validTo, name, validFrom, allowsManual, class: of } = row.value
    const parentId = parentNumber === undefined ? null : ids.get(parentNumber)
    if (parentId === undefined) {
      found.push(rowProblem(row.number, 'parentNumber', ledgerErrors.chartParent, { number: parentNumber ?? '' }))
      continue
    }
    const before = byNumber.get(number)
    const rest = before ?? { id: newId(number), shipped: false, accounts: 0, inUse: 0 }
    const line = { ...rest, number: newNumber ?? number, name, class: of, parentId, validFrom, validTo: validTo ?? null, allowsManual }
    planned.push({ row, line, before })
  }
  const after: Chart = new Map([...stored, ...planned.map(({ line }): [string, ChartLine] => [line.id, line])])
  return { planned, found: [...found, ...planned.flatMap((one) => problemOf(one, after))] }
}

function problemOf({ row, line, before }: Planned, after: Chart): RowProblem[] {
  const fault = faultOf(line, after, before)
  if (!fault) return []
  const { field, error, number } = fault
  // Of two lines of one number the row is wrong that brings it, not the one that always had it.
  if (field === 'number' && before?.number === line.number) return []
  const at = field === 'number' && row.value.newNumber !== undefined ? 'newNumber' : field
  return [typeof error === 'string' ? ruleProblem(row.number, at, error) : rowProblem(row.number, at, error, { number })]
}

function planOf(planned: readonly Planned[]): ChartPlan {
  const known = planned.flatMap(({ line, before }) => (before ? [{ line, before }] : []))
  const changed = known.filter(({ line, before }) => JSON.stringify(line) !== JSON.stringify({ ...line, ...before }))
  const added = planned.flatMap(({ line, before }) => (before ? [] : [line]))
  return { added, changed, unchanged: known.length - changed.length }
}
