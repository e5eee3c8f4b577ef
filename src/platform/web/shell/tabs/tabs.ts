import { MAX_TABS, type OpenTabs } from '#kernel/preferences.ts'
import { pathOf } from '../routing/routing.ts'

/** One open page. Two details of one route are two tabs: the key is the full path with its query. */
export interface Tab {
  id: string
  /** The address it was opened by; a menu item or link to it comes back to this tab. */
  key: string
  /** The address now: a list writes its filters, page and order into it. */
  address: string
  /** The tab it was opened from: where 'Quay lại' leads. */
  openerId: string | null
  /** What the page calls itself beyond its title (the code of a record). */
  label: string | null
  /** Stands in front of all others and is closed by nothing before it is unpinned. */
  pinned: boolean
  /** Grows with each time a tab comes to the front: the smallest has not been looked at for the longest. */
  used: number
}

export interface TabsState {
  /** Pinned ones first. */
  tabs: readonly Tab[]
  activeId: string | null
}

export const NO_TABS: TabsState = { tabs: [], activeId: null }

const pinnedCount = (tabs: readonly Tab[]) => tabs.filter((tab) => tab.pinned).length

/** The record an address shows: its path with ?id=, whichever part of the record it asks for beside. Null for lists and for records in the path. */
function recordOf(address: string): string | null {
  const id = new URLSearchParams(address.split('?')[1]).get('id')
  return id === null ? null : `${pathOf(address)}?id=${id}`
}

/** The tab that shows an address: by what it shows now, by what it was opened with, or as another part of the same record. */
export function tabFor(state: TabsState, address: string): Tab | undefined {
  const record = recordOf(address)
  return (
    state.tabs.find((tab) => tab.address === address) ??
    state.tabs.find((tab) => tab.key === address) ??
    (record === null ? undefined : state.tabs.find((tab) => recordOf(tab.address) === record))
  )
}

/** True when an address would need one tab more than there may be. */
export function isFull(state: TabsState, address: string, multi: boolean): boolean {
  return multi && state.tabs.length >= MAX_TABS && !tabFor(state, address)
}

/**
 * Shows an address: in the tab that has it, else in a new one beside the active tab, behind the pinned ones.
 * `multi` false keeps one tab only. With as many tabs as there may be nothing is opened (isFull).
 */
export function openTab(state: TabsState, address: string, newId: string, multi = true): TabsState {
  const known = tabFor(state, address)
  // A link with a search of its own shows that search; the menu comes back to the page as it was left.
  if (known) return address.includes('?') ? moveTab(state, known.id, address) : { ...state, activeId: known.id }
  const tab: Tab = { id: newId, key: address, address, openerId: state.activeId, label: null, pinned: false, used: 0 }
  if (!multi) return { tabs: [{ ...tab, openerId: null }], activeId: newId }
  if (isFull(state, address, multi)) return state
  const active = state.tabs.findIndex((one) => one.id === state.activeId)
  const place = active < 0 ? state.tabs.length : Math.max(active + 1, pinnedCount(state.tabs))
  return { tabs: state.tabs.toSpliced(place, 0, tab), activeId: newId }
}

/** The page of a tab wrote its own state into the address. */
export function moveTab(state: TabsState, id: string, address: string): TabsState {
  return { tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, address } : tab)), activeId: id }
}

/** Notes that the tab in front is looked at now. */
export function touchTab(state: TabsState): TabsState {
  const last = Math.max(0, ...state.tabs.map(({ used }) => used))
  const active = state.tabs.find(({ id }) => id === state.activeId)
  if (!active || (active.used === last && last > 0)) return state
  return { ...state, tabs: state.tabs.map((tab) => (tab === active ? { ...tab, used: last + 1 } : tab)) }
}

/** True when an address is another state of the page in its tab: written by the page itself, or come to by going back and forth in the history. */
export function staysInTab(state: TabsState, tabId: string | null, address: string, how: 'PUSH' | 'REPLACE' | 'POP'): boolean {
  const named = state.tabs.find(({ id }) => id === tabId)
  if (!named) return false
  if (how !== 'POP') return true
  // Coming back from another tab finds this one as it was left; steps back within it lead through its own states.
  return named.id === state.activeId && pathOf(named.address) === pathOf(address)
}

/**
 * The tab a step of the history comes back to from another one, as it was left: it may show another of its own states by now, and what was
 * typed there stays. Undefined when the page that is wanted is none of it.
 */
export function backIn(state: TabsState, tabId: string | null, address: string): Tab | undefined {
  return state.tabs.find((tab) => tab.id === tabId && (tab.key === address || pathOf(tab.address) === pathOf(address)))
}

/**
 * The tab that makes room for another page when there are as many as there may be: the one that has not been looked at for the longest,
 * neither pinned, nor in front, nor drawn since the page was loaded, as somebody may have typed into what is drawn.
 */
export function makesRoom(state: TabsState, drawn: ReadonlySet<string>): Tab | undefined {
  return state.tabs.filter((tab) => !tab.pinned && tab.id !== state.activeId && !drawn.has(tab.id)).sort((a, b) => a.used - b.used)[0]
}

export function labelTab(state: TabsState, id: string, label: string | null): TabsState {
  return state.tabs.some((tab) => tab.id === id && tab.label !== label)
    ? { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, label } : tab)) }
    : state
}

/** Puts a tab at a place (from 0), among the pinned ones or among the others, as it is itself. */
export function placeTab(state: TabsState, id: string, place: number): TabsState {
  const from = state.tabs.findIndex((tab) => tab.id === id)
  const tab = state.tabs[from]
  if (!tab) return state
  const rest = state.tabs.toSpliced(from, 1)
  const border = pinnedCount(rest)
  const to = Math.max(tab.pinned ? 0 : border, Math.min(place, tab.pinned ? border : rest.length))
  return to === from ? state : { ...state, tabs: rest.toSpliced(to, 0, tab) }
}

/** Pins a tab behind those that are pinned already, or lets it go to the front of the others. */
export function pinTab(state: TabsState, id: string, pinned: boolean): TabsState {
  const tab = state.tabs.find((one) => one.id === id)
  if (!tab || tab.pinned === pinned) return state
  const rest = state.tabs.filter((one) => one.id !== id)
  return { ...state, tabs: rest.toSpliced(pinnedCount(rest), 0, { ...tab, pinned }) }
}

/** Closes tabs; the last one stays. When the active one goes, its opener comes to the front, else its right neighbour, else its left. */
function keep(state: TabsState, stays: (tab: Tab, index: number) => boolean): TabsState {
  const tabs = state.tabs.filter((tab, index) => tab.pinned || stays(tab, index))
  if (tabs.length === 0 || tabs.length === state.tabs.length) return state
  if (tabs.some((tab) => tab.id === state.activeId)) return { ...state, tabs }
  const place = state.tabs.findIndex((tab) => tab.id === state.activeId)
  const opener = tabs.find((tab) => tab.id === state.tabs[place]?.openerId)
  const right = state.tabs.slice(place + 1).find((tab) => tabs.includes(tab))
  return { tabs, activeId: (opener ?? right ?? tabs.at(-1))?.id ?? null }
}

export type CloseWhat = 'one' | 'left' | 'right' | 'all'

const STAYS: Record<CloseWhat, (index: number, place: number) => boolean> = {
  one: (index, place) => index !== place,
  left: (index, place) => index >= place,
  right: (index, place) => index <= place,
  all: (index, place) => index === place,
}

/** Closing of one, of what stands left or right of it, or of all but it ('all': the last tab cannot be closed). Pinned tabs stay. */
export function closeTabs(state: TabsState, id: string, what: CloseWhat): TabsState {
  const place = state.tabs.findIndex((tab) => tab.id === id)
  if (place < 0) return state
  const closed = keep(state, (_tab, index) => STAYS[what](index, place))
  // What is left was chosen by its own menu: it comes to the front if the active one is gone.
  return what === 'one' || closed.tabs.some((tab) => tab.id === state.activeId) ? closed : { ...closed, activeId: id }
}

/** Which of the closing actions would do something for a tab. */
export function closable(state: TabsState, id: string): Record<CloseWhat, boolean> {
  const would = (what: CloseWhat) => closeTabs(state, id, what).tabs.length < state.tabs.length
  return { one: would('one'), left: would('left'), right: would('right'), all: would('all') }
}

/** Adds kept pages that are not open yet, as far as there is room for one more after them: pinned ones in front, the others at the end. */
export function adoptTabs(state: TabsState, kept: OpenTabs, newId: () => string): TabsState {
  let next = state
  for (const { address, label, pinned } of kept) {
    const known = tabFor(next, address)
    if (known) {
      if (pinned) next = pinTab(next, known.id, true)
      continue
    }
    if (next.tabs.length >= MAX_TABS - 1) continue
    const tab: Tab = { id: newId(), key: address, address, openerId: null, label, pinned: false, used: 0 }
    next = { ...next, tabs: [...next.tabs, tab] }
    if (pinned) next = pinTab(next, tab.id, true)
  }
  return next
}

/** Reads what an earlier page kept; anything that does not fit is no tabs at all. */
export function parseTabs(text: string | null): TabsState {
  try {
    const value = JSON.parse(text ?? '') as Partial<TabsState>
    const tabs = (value.tabs ?? []).filter((tab) => [tab.id, tab.key, tab.address].every((one) => typeof one === 'string') && tab.address.startsWith('/'))
    if (tabs.length === 0) return NO_TABS
    const active = tabs.find((tab) => tab.id === value.activeId) ?? tabs[0]
    const whole = tabs
      .slice(0, MAX_TABS)
      .map((tab) => ({ ...tab, openerId: tab.openerId ?? null, label: tab.label ?? null, pinned: tab.pinned === true, used: tab.used ?? 0 }))
    return { tabs: whole.toSorted((a, b) => Number(b.pinned) - Number(a.pinned)), activeId: active?.id ?? null }
  } catch {
    return NO_TABS
  }
}
