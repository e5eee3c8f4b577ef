import { fill } from '#kernel/language.ts'
import type { TreasuryPaths } from '../treasury/paths.ts'

/** Addresses of the screens that the figures of the position open. */
export interface PositionPaths {
  home: string
  holdings: string
  holding: string
  dayProgress: string
  treasury: TreasuryPaths
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

function withQuery(path: string, query: Query): string {
  const entries = Object.entries(query).flatMap(([field, value]) => (value === undefined ? [] : [value].flat().map((one) => [field, one as string])))
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

/** The lists behind the figures of a unit (of all, where none is chosen): with the conditions that the figures are counted by. */
export function listsOf(paths: PositionPaths, unitId: string | undefined) {
  return {
    position: (id?: string) => withQuery(paths.home, { unitId: id }),
    holdings: (filter: Query = {}) => withQuery(paths.holdings, { unitId, status: ['ACTIVE', 'LOCKED'], ...filter }),
    holding: (id: string) => fill(paths.holding, { id }),
    transit: (overdue = false) => withQuery(paths.treasury.list, { fromUnitId: unitId, transit: overdue ? ['OVERDUE'] : ['IN_TRANSIT', 'OVERDUE'] }),
    days: (date: string, id = unitId) => withQuery(paths.dayProgress, { date, unitId: id }),
  }
}
export type Lists = ReturnType<typeof listsOf>
