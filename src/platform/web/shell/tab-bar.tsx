import CloseOutlined from '@ant-design/icons/CloseOutlined'
import DownOutlined from '@ant-design/icons/DownOutlined'
import { Button, Dropdown, type MenuProps } from 'antd'
import { type KeyboardEvent, type MouseEvent, memo, useCallback, useEffect, useRef, useState } from 'react'
import { useShellText } from '../i18n.ts'
import { showTab } from './navigation.ts'
import { close, useTabs } from './tab-store.ts'
import { type CloseWhat, closable, type Tab } from './tabs.ts'
import { useTabTitle } from './title.ts'

function closeMenu(t: ReturnType<typeof useShellText>, id: string): MenuProps {
  const can = closable(useTabs.getState(), id)
  const items = [
    { key: 'one', label: t('tabs.close'), disabled: !can.one },
    { key: 'left', label: t('tabs.closeLeft'), disabled: !can.left },
    { key: 'right', label: t('tabs.closeRight'), disabled: !can.right },
    { key: 'all', label: t('tabs.closeAll'), disabled: !can.all },
  ]
  return { items, onClick: ({ key }) => closeAndShow(id, key as CloseWhat) }
}

/** Closes, and lets the address bar follow when another tab comes to the front. */
export function closeAndShow(id: string, what: CloseWhat): void {
  const next = close(id, what)
  if (next) showTab(next, { replace: true })
}

interface TabButtonProps {
  tab: Tab
  active: boolean
  single: boolean
  onMenu: (id: string, event: MouseEvent) => void
}

const TabButton = memo(function TabButton({ tab, active, single, onMenu }: TabButtonProps) {
  const t = useShellText()
  const title = useTabTitle(tab)
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: short cuts of the mouse; the tab inside is what everybody else uses
    <div
      className={active ? 'bt-tab bt-tab-active' : 'bt-tab'}
      role="presentation"
      onAuxClick={(event) => event.button === 1 && !single && closeAndShow(tab.id, 'one')}
      onContextMenu={(event) => onMenu(tab.id, event)}
    >
      <button
        ref={ref}
        type="button"
        role="tab"
        id={`tab-${tab.id}`}
        aria-selected={active}
        aria-controls={active ? `panel-${tab.id}` : undefined}
        tabIndex={active ? 0 : -1}
        title={title}
        onClick={() => showTab(tab)}
      >
        {title}
      </button>
      {!single && (
        // For the mouse only: the keyboard closes with Delete, and the menu at the end of the bar says the same.
        <span className="bt-tab-close" aria-hidden="true" title={t('tabs.closeNamed', { name: title })} onClick={() => closeAndShow(tab.id, 'one')}>
          <CloseOutlined />
        </span>
      )}
    </div>
  )
})

/** One menu for the right button on any tab, where the pointer is. */
function useContextMenu() {
  const t = useShellText()
  const [at, setAt] = useState<{ id: string; x: number; y: number } | null>(null)
  const onMenu = useCallback((id: string, event: MouseEvent) => {
    event.preventDefault()
    setAt({ id, x: event.clientX, y: event.clientY })
  }, [])
  const menu = at && (
    <Dropdown key={`${at.id}:${at.x}`} open menu={closeMenu(t, at.id)} trigger={['click']} onOpenChange={(open) => !open && setAt(null)}>
      <span style={{ position: 'fixed', left: at.x, top: at.y }} />
    </Dropdown>
  )
  return { menu, onMenu }
}

/** The open pages. Arrows move, Delete closes, the right button and the menu at the end close several. */
export function TabBar() {
  const t = useShellText()
  const tabs = useTabs((state) => state.tabs)
  const activeId = useTabs((state) => state.activeId)
  const { menu, onMenu } = useContextMenu()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = tabs.findIndex((tab) => tab.id === activeId)
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -place, End: tabs.length - 1 - place }[event.key]
    if (event.key === 'Delete' && activeId && tabs.length > 1) closeAndShow(activeId, 'one')
    const next = step === undefined ? undefined : tabs[(place + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    showTab(next)
    document.getElementById(`tab-${next.id}`)?.focus()
  }
  return (
    <nav className="bt-tabs" aria-label={t('tabs.list')}>
      <div className="bt-tabs-scroll" role="tablist" aria-label={t('tabs.list')} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <TabButton key={tab.id} tab={tab} active={tab.id === activeId} single={tabs.length === 1} onMenu={onMenu} />
        ))}
      </div>
      {menu}
      {activeId && (
        <Dropdown menu={closeMenu(t, activeId)} trigger={['click']} placement="bottomRight">
          <Button type="text" size="small" icon={<DownOutlined />} aria-label={t('tabs.menu')} />
        </Dropdown>
      )}
    </nav>
  )
}
