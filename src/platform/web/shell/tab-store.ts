import { create } from 'zustand'
import { type CloseWhat, closeTabs, labelTab, moveTab, NO_TABS, openTab, parseTabs, type TabsState, tabFor } from './tabs.ts'

interface TabStore extends TabsState {
  /** Tabs that have been shown since the page was loaded; a restored one is drawn when it is first looked at. */
  visited: ReadonlySet<string>
}

export const useTabs = create<TabStore>(() => ({ ...NO_TABS, visited: new Set() }))

let storageKey: string | null = null

function apply(next: TabsState): void {
  const { visited } = useTabs.getState()
  const seen = next.activeId && !visited.has(next.activeId) ? new Set([...visited, next.activeId]) : visited
  useTabs.setState({ tabs: next.tabs, activeId: next.activeId, visited: seen })
  if (storageKey) sessionStorage.setItem(storageKey, JSON.stringify({ tabs: next.tabs, activeId: next.activeId }))
}

/** Brings back what this window had open for a person in an application; every window keeps its own. */
export function restoreTabs(account: string, clientId: string): void {
  const key = `tabs:${clientId}:${account}`
  if (key === storageKey) return
  storageKey = key
  useTabs.setState({ ...parseTabs(sessionStorage.getItem(key)), visited: new Set() })
}

/** Nobody is signed in any more: the next one starts from what this window keeps of them. */
export function leaveTabs(): void {
  storageKey = null
  useTabs.setState({ ...NO_TABS, visited: new Set() })
}

export interface Arrival {
  address: string
  /** Tab named by the history entry, if any. */
  tabId: string | null
  /** The page of that tab has replaced its own address. */
  replaced: boolean
  multi: boolean
}

/** Takes in where the router has gone. Gives back the tab that is shown now. */
export function arrive({ address, tabId, replaced, multi }: Arrival): { id: string; address: string } {
  const state = useTabs.getState()
  const named = state.tabs.find((tab) => tab.id === tabId)
  if (named && replaced) apply(moveTab(state, named.id, address))
  else if (named && tabFor(state, address)?.id !== undefined) apply({ ...state, activeId: named.id })
  else if (address === '/' && state.activeId && state.visited.size === 0 && state.tabs.length > 0) apply(state)
  else apply(openTab(state, address, crypto.randomUUID(), multi))
  const { tabs, activeId } = useTabs.getState()
  const active = tabs.find((tab) => tab.id === activeId)
  return { id: active?.id ?? '', address: active?.address ?? address }
}

/** Closes and gives back the address to show when another tab came to the front. */
export function close(id: string, what: CloseWhat): { id: string; address: string } | null {
  const before = useTabs.getState().activeId
  apply(closeTabs(useTabs.getState(), id, what))
  const { tabs, activeId } = useTabs.getState()
  const active = tabs.find((tab) => tab.id === activeId)
  return active && activeId !== before ? { id: active.id, address: active.address } : null
}

/** The tab becomes the page of another address for good, as if it had been opened with it. */
export function turnTab(id: string, address: string): { id: string; address: string } {
  const { tabs, activeId } = useTabs.getState()
  apply({ tabs: tabs.map((tab) => (tab.id === id ? { ...tab, key: address, address, label: null } : tab)), activeId })
  return { id, address }
}

export function setTabLabel(id: string, label: string | null): void {
  const state = useTabs.getState()
  const next = labelTab(state, id, label)
  if (next !== state) apply(next)
}
