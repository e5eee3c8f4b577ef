import { openAddress, showTab } from '../routing/navigation.ts'
import { close, reload, turnTab, useTabs } from './tab-store.ts'
import { type CloseWhat, tabFor } from './tabs.ts'

/** Closes, and lets the address bar follow when another tab comes to the front. */
export function closeAndShow(id: string, what: CloseWhat): void {
  const next = close(id, what)
  if (next) showTab(next, { replace: true })
}

/**
 * The page of a tab is done with (a form that was saved): the address comes to the front where a tab has it, else in place of this one.
 * A pinned page stays, and begins anew.
 */
export function endPage(id: string, address: string): void {
  const state = useTabs.getState()
  const there = tabFor(state, address)
  if (state.tabs.find((tab) => tab.id === id)?.pinned) {
    reload(id)
    openAddress(address)
  } else if (there) {
    closeAndShow(id, 'one')
    showTab(there)
  } else showTab(turnTab(id, address), { replace: true })
}
