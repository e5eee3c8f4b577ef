import { useMemo } from 'react'
import { localDate } from '#kernel/dates.ts'
import { replaceAddress } from '../../shell/routing/navigation.ts'
import { pathOf } from '../../shell/routing/routing.ts'
import { useScreen } from '../../shell/routing/screen-context.ts'
import { type DateDefault, formatListState, type ListState, parseListState, type StateFacts } from './list-state.ts'

export interface AddressState {
  state: ListState
  /**
   * Shows another state; `own` are values of what stands beside the list in the address (null takes one out). False when the address
   * says the same already. Other conditions are a step in the history that one can go back from, unless `silent`; pages and order are not.
   */
  change(state: ListState, own?: Readonly<Record<string, string | null>>, silent?: boolean): boolean
  /** A value that stands beside the list in the address: '_saved'. */
  own(name: string): string | null
  /** The address says nothing about the list: it was opened from the menu. */
  bare: boolean
}

/** The state of a list in the address of its tab, and how to change it. */
export function useListState(contract: StateFacts, dates: readonly DateDefault[]): AddressState {
  const { address, tabId } = useScreen()
  const query = address.split('?')[1] ?? ''
  const state = useMemo(() => parseListState(query, contract, dates, localDate(new Date())), [query, contract, dates])
  return {
    state,
    change: (next, own = {}, silent = false) => {
      const beside = ownOfScreen(query)
      for (const [name, value] of Object.entries(own)) value === null ? beside.delete(name) : beside.set(name, value)
      const wanted = [formatListState(next, contract, dates), beside.toString()].filter(Boolean).join('&')
      if (wanted === query) return false
      replaceAddress(tabId, `${pathOf(address)}?${wanted}`, !silent && isSearch(state, next))
      return true
    },
    own: (name) => new URLSearchParams(query).get(name),
    bare: [...new URLSearchParams(query).keys()].every((name) => name.startsWith('_')),
  }
}

/** True when other rows are asked for, not the same ones in another order or on another page. */
function isSearch(before: ListState, next: ListState): boolean {
  return JSON.stringify(Object.entries(before.filter).sort()) !== JSON.stringify(Object.entries(next.filter).sort())
}

/** What a screen keeps in the address beside its list: names that begin with '_', which no filter has. */
function ownOfScreen(query: string): URLSearchParams {
  return new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => name.startsWith('_')))
}
