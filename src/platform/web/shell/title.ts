import { useEffect } from 'react'
import { labelsOf, shellText, useLanguage } from '../i18n.ts'
import { useSession } from '../session/session-store.ts'
import { productTitle } from './brand.tsx'
import { findScreen } from './routing.ts'
import { screenEntries } from './setup.ts'
import { useTabs } from './tab-store.ts'
import type { Tab } from './tabs.ts'

/** The title of the screen of an address, in the current language. */
export function screenTitle(address: string): string {
  if (address === '/') return shellText('shell.home')
  const match = findScreen(screenEntries(), address)
  if (!match) return ''
  const { user, clientId } = useSession.getState()
  // The words of another application are not there: its name says what the page is about, to those who may enter it.
  if (user && match.subsystem !== clientId) return user.applications.find(({ code }) => code === match.subsystem)?.name ?? shellText('exception.title403')
  return labelsOf(match.module).screen(match.screen.title)
}

/** What a tab is called: the title of its screen, and what the page adds (the code of a record). */
export function useTabTitle(tab: Pick<Tab, 'address' | 'label'>): string {
  useLanguage()
  const title = screenTitle(tab.address)
  return tab.label ? `${tab.label} · ${title}` : title
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
