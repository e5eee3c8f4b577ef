import { useMemo, useState } from 'react'
import type { ListContract } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { replaceAddress } from '../shell/navigation.ts'
import { pathOf } from '../shell/routing.ts'
import { useScreen } from '../shell/screen-context.ts'
import { type ColumnLayout, parseLayout } from './column-settings.ts'
import { type DateDefault, formatListState, type ListState, parseListState } from './list-state.ts'

/** The state in the address of the tab, and how to change it: false when the address says the same already. */
export function useListState(contract: ListContract, dates: readonly DateDefault[]): [ListState, (state: ListState) => boolean] {
  const { address, tabId } = useScreen()
  const query = address.split('?')[1] ?? ''
  const state = useMemo(() => parseListState(query, contract, dates, localDate(new Date())), [query, contract, dates])
  const change = (next: ListState) => {
    const wanted = [formatListState(next, contract, dates), ownOfScreen(query)].filter(Boolean).join('&')
    if (wanted === query) return false
    replaceAddress(tabId, `${pathOf(address)}?${wanted}`)
    return true
  }
  return [state, change]
}

/** What a screen keeps in the address beside its list: names that begin with '_', which no filter has. */
function ownOfScreen(query: string): string {
  return new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => name.startsWith('_'))).toString()
}

/** The person's arrangement of the columns, kept in the browser. */
export function useLayout(path: string): [ColumnLayout, (layout: ColumnLayout) => void] {
  const key = `columns:${path}`
  const [layout, setLayout] = useState(() => parseLayout(localStorage.getItem(key)))
  return [
    layout,
    (next) => {
      setLayout(next)
      localStorage.setItem(key, JSON.stringify(next))
    },
  ]
}
