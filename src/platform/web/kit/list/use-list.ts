import { hashKey } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Contract, ListContract, Page, RawInputOf, RowOf, Sums } from '#kernel/contract.ts'
import type { FieldError } from '#kernel/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { queryClient } from '../../api/query-client.ts'
import { queryKeyOf, useContractQuery } from '../../api/use-query.ts'
import type { ListState } from './list-state.ts'

export interface ListResult<Row> {
  rows: readonly Row[]
  /** Null until it is known. */
  total: number | null
  sums: Sums
  /** Rows and sums of each value that the totals are split by. */
  split: Page<Row>['split']
  /** The first load: nothing to show yet. */
  loading: boolean
  /** Something is on its way, be it again. */
  busy: boolean
  error: Error | null
  /** Errors that belong to filters. */
  fieldErrors: readonly FieldError[]
  refresh: () => void
}

const NO_ERRORS: readonly FieldError[] = []

/** The body of a search, as the contract wants it. */
export function searchInput(state: ListState) {
  return { searchSdi: state.filter, pageInfo: { currentPage: state.page, pageSize: state.size }, sort: state.sort }
}

/** A page of a list or a report; keeps what is shown while another loads. What failed is said in its table. */
export function usePage<C extends Contract>(contract: C, input: RawInputOf<C>, enabled = true) {
  const query = useContractQuery(contract, input, { keepPrevious: true, quiet: true, enabled })
  const { error } = query
  const fieldErrors = error instanceof ApiError && error.status === 422 ? error.fields : NO_ERRORS
  // Whole, not spread: it redraws only for what is read of it.
  return { query, fieldErrors }
}

/** A press on search asks the server, whatever is known of `after` already; `change` leads from what was asked for before to it. */
export function askAgain(contract: Contract, before: unknown, after: unknown, change: () => void): void {
  const same = hashKey([before]) === hashKey([after])
  // What is shown now is not asked for once more when something else is about to be.
  void queryClient.invalidateQueries({ queryKey: queryKeyOf(contract), refetchType: same ? 'active' : 'none' })
  change()
}

/** Goes to the last page that there is, when the one asked for is past it: its rows were removed, or a link is old. */
export function useLastPage(
  { page, size, total, busy }: { page: number; size: number; total: number | null; busy: boolean },
  go: (page: number) => void,
): void {
  const last = Math.ceil((total ?? 0) / size)
  const past = !busy && last > 0 && page > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` reads what is current
  useEffect(() => {
    if (past) go(last)
  }, [past, last])
}

/** The rows of a list for a state, once it is `ready` to be asked for. The layer below DataTable. */
export function useList<L extends ListContract>(contract: L, state: ListState, ready = true): ListResult<RowOf<L>> {
  // The filter in the state has been read by the contract's own schema.
  const input = useMemo(() => searchInput(state) as RawInputOf<L>, [state])
  const { query, fieldErrors } = usePage(contract, input, ready)
  const data = query.data as Page<RowOf<L>> | undefined
  return {
    rows: data?.result ?? [],
    total: data?.totalRecord ?? null,
    sums: data?.sums ?? {},
    split: data?.split,
    loading: query.isPending,
    busy: query.isFetching,
    error: query.error,
    fieldErrors,
    refresh: () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(contract) }),
  }
}
