import { useEffect } from 'react'
import { ensureLabels, hasLabels, shellText, titleOf, useShellText } from '../../i18n.ts'
import { useSession } from '../../session/session-store.ts'
import { screenEntries } from '../preferences/setup.ts'
import { findScreen } from '../routing/routing.ts'
import { hintText } from '../tabs/tab-hint.ts'
import { useTabs } from '../tabs/tab-store.ts'
import type { Tab } from '../tabs/tabs.ts'
import { productTitle } from './brand.tsx'

/** The title of the screen of an address, in the current language. */
export function screenTitle(address: string): string {
  if (address === '/') return shellText('shell.home')
  const match = findScreen(screenEntries(), address)
  if (!match) return ''
  const { user, clientId } = useSession.getState()
  if (user && match.subsystem !== clientId) {
    const application = user.applications.find(({ code }) => code === match.subsystem)
    if (!application && !match.screen.everywhere) return shellText('exception.title403')
    // Until the words of another application have come its name says what the page is about.
    if (!hasLabels(match.module)) return application?.name ?? ''
  }
  return titleOf({ module: match.module, title: match.screen.title })
}

/** What a tab is called: the title of its screen, and what the page adds (the code of a record). */
export function useTabTitle(tab: Pick<Tab, 'address' | 'label'>): string {
  useShellText()
  const module = tab.address === '/' ? undefined : findScreen(screenEntries(), tab.address)?.module
  const missing = module !== undefined && !hasLabels(module) ? module : null
  useEffect(() => {
    // Without an answer the name of the application stands.
    if (missing !== null) ensureLabels([missing]).catch(() => undefined)
  }, [missing])
  const title = screenTitle(tab.address)
  return tab.label ? `${tab.label} · ${title}` : title
}

/** The title of a tab in the bar, and what follows it to tell it from the others where `alike` says that there are any. */
export function useDistinctTitle(tab: Tab, alike: boolean): { title: string; hint: string } {
  const title = useTabTitle(tab)
  const hints = useTabs((state) => (alike ? state.hints[tab.id] : undefined))
  const hint = hintText(hints)
  return { title, hint: hint && ` · ${hint}` }
}

/** Keeps the title of the window: the page's title, then the product's. A component that draws nothing, as nothing else follows the tab in front. */
export function WindowTitle(): null {
  const active = useTabs((state) => state.tabs.find((tab) => tab.id === state.activeId))
  const title = useTabTitle(active ?? { address: '/', label: null })
  useEffect(() => {
    document.title = `${title} - ${productTitle()}`
  }, [title])
  return null
}
