import type { ErrorDefinition } from '#kernel/errors.ts'
import type { AccountClass } from '../contract/account.ts'
import { ledgerErrors } from '../contract/errors.ts'

/** A line as it is stored, or as it would be. */
export interface ChartLine {
  id: string
  number: string
  name: string
  class: AccountClass
  parentId: string | null
  validFrom: string
  validTo: string | null
  allowsManual: boolean
  /** The program opens accounts on it. */
  shipped: boolean
  /** Accounts that refer to it; of them those that are not closed. */
  accounts: number
  inUse: number
}

/** The whole chart by id. */
export type Chart = ReadonlyMap<string, ChartLine>

/** What is wrong with a line: the field of its form, and the words. */
export interface ChartFault {
  field: 'number' | 'parentNumber' | 'class' | 'validTo'
  error: ErrorDefinition | 'dateOrder'
  number: string
}

const outlasts = (line: ChartLine, above: ChartLine) => above.validTo !== null && (line.validTo === null || line.validTo > above.validTo)

/** What a line must not be: held to the chart as it would be, and to what the line was before (undefined: it is new). Pure. */
export function faultOf(line: ChartLine, after: Chart, before: ChartLine | undefined): ChartFault | undefined {
  const fault = (field: ChartFault['field'], error: ChartFault['error'], number = line.number): ChartFault => ({ field, error, number })
  const lines = [...after.values()]
  if (lines.some((other) => other.id !== line.id && other.number === line.number)) return fault('number', ledgerErrors.chartNumberTaken)
  if (line.validTo !== null && line.validTo < line.validFrom) return fault('validTo', 'dateOrder')
  const below = lines.filter(({ parentId }) => parentId === line.id)
  if (before && line.class !== before.class) {
    if (line.shipped || line.accounts > 0 || below.some((child) => child.class !== line.class)) return fault('class', ledgerErrors.chartInUse, before.number)
  }
  const above = line.parentId === null ? undefined : after.get(line.parentId)
  if (above && (above.class !== line.class || isBelow(above, line, after))) return fault('parentNumber', ledgerErrors.chartParent, above.number)
  if (line.validTo !== null && line.validTo !== (before?.validTo ?? null)) {
    if (line.shipped || line.inUse > 0 || below.some((child) => outlasts(child, line))) return fault('validTo', ledgerErrors.chartEnd)
  }
  if (above && outlasts(line, above)) return fault('parentNumber', ledgerErrors.chartParent, above.number)
  return undefined
}

/** Whether `line` is `top` or lies below it. */
function isBelow(line: ChartLine, top: ChartLine, chart: Chart): boolean {
  const seen = new Set<string>()
  for (let at: ChartLine | undefined = line; at && !seen.has(at.id); at = at.parentId === null ? undefined : chart.get(at.parentId)) {
    if (at.id === top.id) return true
    seen.add(at.id)
  }
  return false
}
