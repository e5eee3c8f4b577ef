import { useMemo, useState } from 'react'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { SessionLine } from '#core/reconciliation/contract/lines.ts'
import type { Side } from '#core/reconciliation/contract/machines.ts'
import type { Page, RawInputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { STATES, type View } from './bench.ts'

/** Lines of a pane that are drawn at once. */
export const PAGE = 100
export type LineSort = 'no' | 'day' | 'amount'

/** What a pane is narrowed to. */
export interface LineFilter {
  text?: string | undefined
  amount?: string | undefined
  day?: string | undefined
}

const NO_LINES: readonly SessionLine[] = []

/** The lines of one side, a page at a time, as they are narrowed and ordered. */
export function useLines(contracts: ReconciliationContracts, sessionId: string, side: Side, view: View) {
  const [filter, setFilter] = useState<LineFilter>({})
  const [page, setPage] = useState(1)
  const [sort, setSort] = useState<{ field: LineSort; direction: 'asc' | 'desc' }>({ field: 'no', direction: 'asc' })
  const [shown, setShown] = useState(view)
  if (shown !== view) {
    setShown(view)
    setPage(1)
  }
  const { lines } = contracts.sessions
  const input = useMemo(() => {
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
    const state = STATES[view]
    const searchSdi = { sessionId, side, ...(state ? { state: [...state] } : {}), ...given }
    return { searchSdi, pageInfo: { currentPage: page, pageSize: PAGE }, sort } as RawInputOf<typeof lines>
  }, [sessionId, side, view, filter, page, sort])
  const query = useContractQuery(lines, input, { quiet: true, keepPrevious: true })
  const data = query.data as Page<SessionLine> | undefined
  return {
    rows: data?.result ?? NO_LINES,
    total: data?.totalRecord ?? null,
    sum: data?.sums.amount ?? null,
    pages: Math.max(1, Math.ceil((data?.totalRecord ?? 0) / PAGE)),
    busy: query.isFetching,
    query,
    page,
    setPage,
    filter,
    setFilter: (next: LineFilter) => {
      setFilter(next)
      setPage(1)
    },
    sort,
    setSort: (field: LineSort) => {
      setSort((now) => ({ field, direction: now.field === field && now.direction === 'asc' ? 'desc' : 'asc' }))
      setPage(1)
    },
  }
}
export type Lines = ReturnType<typeof useLines>
