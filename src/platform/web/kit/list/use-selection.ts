import { useState } from 'react'
import { BULK_MAX } from '#kernel/contract.ts'

/** The ticked rows of a list, over all its pages. */
export interface Selection<Row> {
  rows: readonly Row[]
  has(row: Row): boolean
  /** False for rows that nothing could be done with, and for more than can be done at once. */
  allows(row: Row): boolean
  toggle(rows: readonly Row[], on: boolean): void
  /** What was done has used its tick; what was refused keeps it as long as it is on the page, as it is by then. */
  used(done: readonly Row[], refused: readonly Row[]): void
  clear(): void
}

interface Kept<Row> {
  /** What the ticks belong to: another filter is another list. */
  scope: string
  rows: ReadonlyMap<string, Row>
  /** Ids of rows that are known to have changed since they were ticked. */
  refused: ReadonlySet<string>
}

const none = <Row>(scope: string): Kept<Row> => ({ scope, rows: new Map(), refused: new Set() })

/**
 * `shown` are the rows of the page: a ticked one among them is kept as it is now, so that its version is the one seen. Ticks do not outlive
 * the filter they were made under (`scope`): nothing is done with rows that are out of sight for good.
 */
export function useSelection<Row>(shown: readonly Row[], idOf: (row: Row) => string, selectable: (row: Row) => boolean, scope: string): Selection<Row> {
  const [kept, setKept] = useState(() => none<Row>(scope))
  const chosen = new Map(kept.scope === scope ? kept.rows : [])
  for (const row of shown) {
    const id = idOf(row)
    if (!chosen.has(id)) continue
    if (selectable(row)) chosen.set(id, row)
    else chosen.delete(id)
  }
  const here = new Set(shown.map(idOf))
  for (const id of kept.refused) if (!here.has(id)) chosen.delete(id)
  const has = (row: Row) => chosen.has(idOf(row))
  return {
    rows: [...chosen.values()],
    has,
    allows: (row) => selectable(row) && (has(row) || chosen.size < BULK_MAX),
    toggle: (rows, on) => {
      const next = new Map(chosen)
      for (const row of rows) {
        if (!on) next.delete(idOf(row))
        else if (selectable(row) && next.size < BULK_MAX) next.set(idOf(row), row)
      }
      const touched = new Set(rows.map(idOf))
      setKept({ scope, rows: next, refused: new Set([...kept.refused].filter((id) => !touched.has(id))) })
    },
    used: (done, refused) => {
      const next = new Map(chosen)
      for (const row of done) next.delete(idOf(row))
      setKept({ scope, rows: next, refused: new Set(refused.map(idOf)) })
    },
    clear: () => setKept(none(scope)),
  }
}
