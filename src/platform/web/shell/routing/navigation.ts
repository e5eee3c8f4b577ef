import type { NavigateOptions } from 'react-router'

interface History {
  navigate(address: string, options?: NavigateOptions): unknown
}

let history: History | undefined

export function provideHistory(router: History): void {
  history = router
}

/** What a history entry of ours carries. */
export interface EntryState {
  tab?: string
}

/** Opens an address: comes to the front if a tab has it, else in a new tab. */
export function openAddress(address: string): void {
  void history?.navigate(address)
}

export function showTab(tab: { id: string; address: string }, options: { replace?: boolean } = {}): void {
  void history?.navigate(tab.address, { state: { tab: tab.id } satisfies EntryState, replace: options.replace ?? false })
}

/** Opens an address in a window of its own, which keeps its own tabs. */
export function openWindow(address: string): void {
  window.open(address, '_blank', 'noopener')
}

/** Writes the state of a page into the address of its own tab: no new entry in the history, or a `step` that one can go back from. */
export function replaceAddress(tabId: string, address: string, step = false): void {
  void history?.navigate(address, { state: { tab: tabId } satisfies EntryState, replace: !step })
}
