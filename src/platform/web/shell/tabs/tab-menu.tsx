import { Dropdown, type MenuProps } from 'antd'
import { type MouseEvent, type ReactNode, useCallback, useState } from 'react'
import { useShellText } from '../../i18n.ts'
import { screenEntries } from '../preferences/setup.ts'
import { forgetScreen } from '../routing/lazy-screen.tsx'
import { openWindow, showTab } from '../routing/navigation.ts'
import { findScreen } from '../routing/routing.ts'
import { closeAndShow } from './end-page.ts'
import { pin, reload, useTabs } from './tab-store.ts'
import { type CloseWhat, closable, type Tab } from './tabs.ts'

/** The page of a tab from the start; a script that could not be fetched is fetched again. */
function reloadTab(tab: Tab): void {
  const match = findScreen(screenEntries(), tab.address)
  if (match) forgetScreen(match.screen.path)
  showTab(tab)
  reload(tab.id)
}

function act(id: string, key: string): void {
  const tab = useTabs.getState().tabs.find((one) => one.id === id)
  if (!tab) return
  if (key === 'reload') reloadTab(tab)
  else if (key === 'pin') pin(id, !tab.pinned)
  else if (key === 'window') openWindow(tab.address)
  else closeAndShow(id, key as CloseWhat)
}

/** What can be done with a tab, as a menu; what would do nothing is greyed. */
export function tabMenu(t: ReturnType<typeof useShellText>, id: string): MenuProps {
  const state = useTabs.getState()
  const can = closable(state, id)
  const pinned = state.tabs.find((tab) => tab.id === id)?.pinned ?? false
  const items: MenuProps['items'] = [
    { key: 'reload', label: t('tabs.reload') },
    { key: 'pin', label: t(pinned ? 'tabs.unpin' : 'tabs.pin') },
    { key: 'window', label: t('tabs.newWindow') },
    { type: 'divider' },
    { key: 'one', label: t('tabs.close'), disabled: !can.one },
    { key: 'left', label: t('tabs.closeLeft'), disabled: !can.left },
    { key: 'right', label: t('tabs.closeRight'), disabled: !can.right },
    { key: 'all', label: t('tabs.closeAll'), disabled: !can.all },
  ]
  return { items, onClick: ({ key }) => act(id, key) }
}

interface Opened {
  id: string
  x: number
  y: number
  /** What the keyboard comes back to. */
  from: HTMLElement | null
}

/** One menu for the right button (and the menu key) on any tab, where the pointer is. */
export function useContextMenu(): { menu: ReactNode; onMenu: (id: string, event: MouseEvent) => void } {
  const t = useShellText()
  const [at, setAt] = useState<Opened | null>(null)
  const onMenu = useCallback((id: string, event: MouseEvent) => {
    event.preventDefault()
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    // The menu key has no pointer: then the menu hangs from the tab.
    const keyboard = event.clientX === 0 && event.clientY === 0
    setAt({ id, x: keyboard ? left : event.clientX, y: keyboard ? bottom : event.clientY, from: document.activeElement as HTMLElement | null })
  }, [])
  const shut = () => {
    setAt(null)
    at?.from?.focus()
  }
  const menu = at && (
    <Dropdown key={`${at.id}:${at.x}`} open menu={tabMenu(t, at.id)} autoFocus trigger={['click']} onOpenChange={(open) => !open && shut()}>
      <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
    </Dropdown>
  )
  return { menu, onMenu }
}
