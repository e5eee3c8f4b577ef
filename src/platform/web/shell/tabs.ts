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
}

export interface TabsState {
  tabs: readonly Tab[]
  activeId: string | null
}

export const NO_TABS: TabsState = { tabs: [], activeId: null }

/** The tab that shows an address, by what it shows now or by what it was opened with. */
export function tabFor(state: TabsState, address: string): Tab | undefined {
  return state.tabs.find((tab) => tab.address === address) ?? state.tabs.find((tab) => tab.key === address)
}

/** Shows an address: in the tab that has it, else in a new one beside the active tab. `multi` false keeps one tab only. */
export function openTab(state: TabsState, address: string, newId: string, multi = true): TabsState {
  const known = tabFor(state, address)
  if (known) return { ...state, activeId: known.id }
  const tab: Tab = { id: newId, key: address, address, openerId: state.activeId, label: null }
  if (!multi) return { tabs: [{ ...tab, openerId: null }], activeId: newId }
  const place = state.tabs.findIndex((one) => one.id === state.activeId) + 1
  return { tabs: place > 0 ? [...state.tabs.slice(0, place), tab, ...state.tabs.slice(place)] : [...state.tabs, tab], activeId: newId }
}

/** The page of a tab wrote its own state into the address. */
export function moveTab(state: TabsState, id: string, address: string): TabsState {
  return { tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, address } : tab)), activeId: id }
}

export function labelTab(state: TabsState, id: string, label: string | null): TabsState {
  return state.tabs.some((tab) => tab.id === id && tab.label !== label)
    ? { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, label } : tab)) }
    : state
}

/** Closes tabs; the last one stays. When the active one goes, its opener comes to the front, else its right neighbour, else its left. */
function keep(state: TabsState, stays: (tab: Tab, index: number) => boolean): TabsState {
  const tabs = state.tabs.filter(stays)
  if (tabs.length === 0 || tabs.length === state.tabs.length) return state
  if (tabs.some((tab) => tab.id === state.activeId)) return { ...state, tabs }
  const place = state.tabs.findIndex((tab) => tab.id === state.activeId)
  const opener = tabs.find((tab) => tab.id === state.tabs[place]?.openerId)
  const right = state.tabs.slice(place + 1).find((tab) => tabs.includes(tab))
  return { tabs, activeId: (opener ?? right ?? tabs.at(-1))?.id ?? null }
}

export type CloseWhat = 'one' | 'left' | 'right' | 'all'

/** Closing of one, of what stands left or right of it, or of all but it ('all': the last tab cannot be closed). */
export function closeTabs(state: TabsState, id: string, what: CloseWhat): TabsState {
  const place = state.tabs.findIndex((tab) => tab.id === id)
  if (place < 0) return state
  if (what === 'one') return keep(state, (tab) => tab.id !== id)
  const closed = keep(state, (tab, index) => tab.id === id || (what === 'left' ? index > place : what === 'right' ? index < place : false))
  // What is left was chosen by its own menu: it comes to the front if the active one is gone.
  return closed.tabs.some((tab) => tab.id === state.activeId) ? closed : { ...closed, activeId: id }
}

/** Which of the closing actions would do something for a tab. */
export function closable(state: TabsState, id: string): Record<CloseWhat, boolean> {
  const place = state.tabs.findIndex((tab) => tab.id === id)
  const several = state.tabs.length > 1
  return { one: several, left: place > 0, right: place >= 0 && place < state.tabs.length - 1, all: several }
}

/** Reads what an earlier page kept; anything that does not fit is no tabs at all. */
export function parseTabs(text: string | null): TabsState {
  try {
    const value = JSON.parse(text ?? '') as Partial<TabsState>
    const tabs = (value.tabs ?? []).filter((tab) => [tab.id, tab.key, tab.address].every((one) => typeof one === 'string') && tab.address.startsWith('/'))
    if (tabs.length === 0) return NO_TABS
    const active = tabs.find((tab) => tab.id === value.activeId) ?? tabs[0]
    return {
      tabs: tabs.map(({ id, key, address, openerId, label }) => ({ id, key, address, openerId: openerId ?? null, label: label ?? null })),
      activeId: active?.id ?? null,
    }
  } catch {
    return NO_TABS
  }
}
