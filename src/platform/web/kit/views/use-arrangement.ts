import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ListContract, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { type ColumnLayout, findArrangement, type ListView, OPEN_VIEW, saveColumns } from '#kernel/views.ts'
import { call } from '../../api/call.ts'
import { reportError } from '../../api/report-error.ts'
import { sameValue } from '../form/three-way.ts'
import { NO_LAYOUT } from '../list/column-settings.ts'
import type { FilterPlace } from '../list/filters.ts'
import type { ListState } from '../list/list-state.ts'
import type { AddressState } from '../list/use-list-state.ts'
import { stateOf } from './saved-views.ts'

/** What a person keeps of one list. */
type Arrangement = OutputOf<typeof findArrangement>

const NOTHING: Arrangement = { columns: null, defaultViewId: null, views: [], audiences: [] }
/** Where the view in use stands in the address; 'none' is the list's own, though the person has a default view. */
const SAVED = '_saved'
const NO_VIEW = 'none'
const SAVE_AFTER_MS = 600

export interface ListArrangement extends Arrangement {
  /** False until what the person keeps is known, or cannot be had: nothing is searched for before. */
  ready: boolean
  layout: ColumnLayout
  setLayout(layout: ColumnLayout): void
  /** The view in use. */
  current: ListView | null
  /** What is shown is no longer what the view says. */
  changed: boolean
  /** Shows a view from its first page; null is the list as it comes. */
  use(view: ListView | null): void
  /** Where a reset leads: to the view in use. Null without one. */
  origin: ListState | null
  /** Shows another state of the list under the view in use. */
  change(state: ListState): boolean
  refresh(): void
}

/** What the person keeps of a list: the views and the columns. The first look waits for it, so that nothing jumps. */
export function useArrangement(contract: ListContract, places: readonly FilterPlace[], initial: ListState, address: AddressState): ListArrangement {
  const list = contract.path
  const client = useQueryClient()
  const queryKey = ['arrangement', list]
  const query = useQuery({ queryKey, queryFn: () => call(findArrangement, { list }), staleTime: Number.POSITIVE_INFINITY, retry: false, meta: { quiet: true } })
  const kept = query.data ?? NOTHING
  const named = address.own(SAVED)
  const wanted = address.own(OPEN_VIEW) ?? (named === null && address.bare ? kept.defaultViewId : null)
  const opensWith = wanted === null ? undefined : kept.views.find(({ id }) => id === wanted)
  const current = kept.views.find(({ id }) => id === named) ?? null
  const today = localDate(new Date())

  useEffect(() => {
    if (opensWith) address.change(stateOf(opensWith.content, contract, places, today), { [SAVED]: opensWith.id, [OPEN_VIEW]: null }, true)
  })

  const remember = (columns: ColumnLayout | null) => client.setQueryData<Arrangement>(queryKey, { ...kept, columns })
  const saveLater = useSaving(list)
  // Columns changed under a view are the view's until it is saved, and do not touch the person's own.
  const [draft, setDraft] = useState<{ view: string; layout: ColumnLayout } | null>(null)
  const own = kept.columns ?? NO_LAYOUT
  const ofView = current?.content.columns ?? null
  const edited = draft !== null && draft.view === current?.id ? draft.layout : null
  const origin = current && stateOf(current.content, contract, places, today)
  const { filter, sort, size } = address.state
  return {
    ...kept,
    ready: !query.isPending && !opensWith,
    layout: edited ?? ofView ?? own,
    setLayout: (layout) => {
      if (current && ofView) return setDraft({ view: current.id, layout })
      const columns = sameValue(layout, NO_LAYOUT) ? null : layout
      remember(columns)
      saveLater(columns)
    },
    current,
    changed: origin !== null && (!sameValue({ filter, sort, size }, { ...origin, page: undefined }) || (edited !== null && !sameValue(edited, ofView))),
    use: (view) => {
      setDraft(null)
      address.change(view ? stateOf(view.content, contract, places, today) : initial, { [SAVED]: view?.id ?? NO_VIEW })
    },
    origin,
    change: (state) => address.change(state, named === null && kept.defaultViewId !== null ? { [SAVED]: NO_VIEW } : {}),
    refresh: () => void client.invalidateQueries({ queryKey }),
  }
}

/** Sends the columns some time after the last change, or when the list is left. */
function useSaving(list: string): (columns: ColumnLayout | null) => void {
  const waiting = useRef<{ timer: number; send: () => void } | null>(null)
  useEffect(() => () => waiting.current?.send(), [])
  return (columns) => {
    window.clearTimeout(waiting.current?.timer)
    const send = () => {
      window.clearTimeout(waiting.current?.timer)
      waiting.current = null
      void call(saveColumns, { list, columns }).catch(reportError)
    }
    waiting.current = { timer: window.setTimeout(send, SAVE_AFTER_MS), send }
  }
}

/** What the menu of a list's views works on. */
export interface ViewsOfList {
  /** Path of the list's contract. */
  list: string
  arrangement: ListArrangement
  state: ListState
  places: readonly FilterPlace[]
  label: (place: FilterPlace) => string
  today: string
}
