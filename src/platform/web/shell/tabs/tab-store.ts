import { create } from 'zustand'
import type { OpenTabs } from '#kernel/preferences.ts'
import { queryClient } from '../../api/query-client.ts'
import { parseHints, type TabHint } from './tab-hint.ts'
import { tabsKey } from './tab-key.ts'
import {
  adoptTabs,
  backIn,
  type CloseWhat,
  closeTabs,
  isFull,
  labelTab,
  makesRoom,
  moveTab,
  NO_TABS,
  openTab,
  parseTabs,
  pinTab,
  placeTab,
  staysInTab,
  type Tab,
  type TabsState,
  touchTab,
} from './tabs.ts'

interface TabStore extends TabsState {
  /** Tabs that have been shown since the page was loaded; a restored one is drawn when it is first looked at. */
  visited: ReadonlySet<string>
  /** How often a tab has been loaded anew: its page is drawn from the start each time. */
  reloads: Readonly<Record<string, number>>
  /** By tab: what tells it from others of the same title. */
  hints: Readonly<Record<string, readonly TabHint[]>>
}

const EMPTY: TabStore = { ...NO_TABS, visited: new Set(), reloads: {}, hints: {} }

export const useTabs = create<TabStore>(() => EMPTY)

let storageKey: string | null = null
/** This window had nothing of its own open when the person came to it. */
let fresh = false

function apply(wanted: TabsState): void {
  const next = touchTab(wanted)
  const { visited } = useTabs.getState()
  const seen = next.activeId && !visited.has(next.activeId) ? new Set([...visited, next.activeId]) : visited
  useTabs.setState({ visited: seen })
  keep(next)
}

/** Without a look at the page in front: it counts as seen when the person comes to it. */
function keep({ tabs, activeId }: TabsState): void {
  useTabs.setState({ tabs, activeId })
  const hints = Object.fromEntries(Object.entries(useTabs.getState().hints).filter(([id]) => tabs.some((tab) => tab.id === id)))
  if (storageKey) sessionStorage.setItem(storageKey, JSON.stringify({ tabs, activeId, hints }))
}

/** Brings back what this window had open for a person in an application; every window keeps its own. */
export function restoreTabs(account: string, clientId: string): void {
  const key = tabsKey(account, clientId)
  if (key === storageKey) return
  storageKey = key
  const text = sessionStorage.getItem(key)
  const kept = parseTabs(text)
  fresh = kept.tabs.length === 0
  useTabs.setState({ ...EMPTY, ...kept, hints: fresh ? {} : parseHints(text) })
}

/** True while the tabs of the window are those of a person in an application. */
export function tabsAreOf(account: string, clientId: string): boolean {
  return storageKey === tabsKey(account, clientId)
}

/**
 * Opens what the server has kept for the person: pinned pages in every window, the others (`all`) where the person has just
 * signed in and this window has nothing of its own. The page in front stays there.
 */
export function adoptKept(kept: OpenTabs, all: boolean): void {
  const state = useTabs.getState()
  keep(
    adoptTabs(
      state,
      kept.filter((tab) => tab.pinned || (all && fresh)),
      () => crypto.randomUUID(),
    ),
  )
}

/** Nobody is signed in any more: the next one starts from what this window keeps of them. */
export function leaveTabs(): void {
  storageKey = null
  useTabs.setState(EMPTY)
}

export interface Arrival {
  address: string
  /** Tab named by the history entry, if any. */
  tabId: string | null
  how: 'PUSH' | 'REPLACE' | 'POP'
  multi: boolean
}

export interface Arrived {
  id: string
  address: string
  /** There was no room for the address. */
  full: boolean
  /** What was closed to make room for it. */
  closed: Tab | null
}

/** Takes in where the router has gone. Gives back the tab that is shown now. */
export function arrive({ address, tabId, how, multi }: Arrival): Arrived {
  const state = useTabs.getState()
  const named = state.tabs.find((tab) => tab.id === tabId)
  const back = backIn(state, tabId, address)
  const resumed = address === '/' && state.activeId && state.visited.size === 0 && state.tabs.length > 0
  const stays = named && staysInTab(state, tabId, address, how)
  const crowded = !stays && !back && !resumed && isFull(state, address, multi)
  const closed = crowded ? (makesRoom(state, state.visited) ?? null) : null
  if (stays) apply(moveTab(state, named.id, address))
  else if (back) apply({ ...state, activeId: back.id })
  else if (resumed) apply(state)
  else apply(openTab(closed ? closeTabs(state, closed.id, 'one') : state, address, crypto.randomUUID(), multi))
  const { tabs, activeId } = useTabs.getState()
  const active = tabs.find((tab) => tab.id === activeId)
  return { id: active?.id ?? '', address: active?.address ?? address, full: crowded && !closed, closed }
}

/** Closes and gives back the address to show when another tab came to the front. */
export function close(id: string, what: CloseWhat): { id: string; address: string } | null {
  const before = useTabs.getState().activeId
  apply(closeTabs(useTabs.getState(), id, what))
  const { tabs, activeId } = useTabs.getState()
  const active = tabs.find((tab) => tab.id === activeId)
  return active && activeId !== before ? { id: active.id, address: active.address } : null
}

export function pin(id: string, pinned: boolean): void {
  apply(pinTab(useTabs.getState(), id, pinned))
}

/** Puts a tab at a place, from 0; pinned ones stay in front. */
export function place(id: string, to: number): void {
  apply(placeTab(useTabs.getState(), id, to))
}

/** Draws the page of a tab from the start, with data as the server has it now. */
export function reload(id: string): void {
  void queryClient.invalidateQueries({ refetchType: 'none' })
  useTabs.setState(({ reloads }) => ({ reloads: { ...reloads, [id]: (reloads[id] ?? 0) + 1 } }))
}

/** The tab becomes the page of another address for good, as if it had been opened with it. */
export function turnTab(id: string, address: string): { id: string; address: string } {
  const { tabs, activeId } = useTabs.getState()
  setTabHints(id, [])
  apply({ tabs: tabs.map((tab) => (tab.id === id ? { ...tab, key: address, address, label: null } : tab)), activeId })
  return { id, address }
}

export function setTabLabel(id: string, label: string | null): void {
  const state = useTabs.getState()
  const next = labelTab(state, id, label)
  if (next !== state) apply(next)
}

export function setTabHints(id: string, wanted: readonly TabHint[]): void {
  const { hints, tabs, activeId } = useTabs.getState()
  if (JSON.stringify(hints[id] ?? []) === JSON.stringify(wanted)) return
  useTabs.setState({ hints: { ...hints, [id]: wanted } })
  keep({ tabs, activeId })
}
