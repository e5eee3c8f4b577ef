import CloseOutlined from '@ant-design/icons/CloseOutlined'
import DownOutlined from '@ant-design/icons/DownOutlined'
import PushpinFilled from '@ant-design/icons/PushpinFilled'
import { Button, Dropdown, type MenuProps } from 'antd'
import { type HTMLAttributes, type KeyboardEvent, type MouseEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useShellText } from '../../i18n.ts'
import { useDistinctTitle } from '../frame/title.ts'
import { lazyPart } from '../routing/lazy-part.tsx'
import { showTab } from '../routing/navigation.ts'
import { closeAndShow } from './end-page.ts'
import { scrollSideways } from './in-sight.ts'
import { type DropMark, useTabDrag } from './tab-drag.ts'
import { alikeTabs } from './tab-hint.ts'
import { tabMenu, useContextMenu } from './tab-menu.tsx'
import { place, useTabs } from './tab-store.ts'
import type { Tab } from './tabs.ts'

interface TabButtonProps {
  tab: Tab
  active: boolean
  /** Another tab has the same title. */
  alike: boolean
  single: boolean
  drop: DropMark['side'] | undefined
  drag: HTMLAttributes<HTMLElement>
  onMenu: (id: string, event: MouseEvent) => void
}

const TabButton = memo(function TabButton({ tab, active, alike, single, drop, drag, onMenu }: TabButtonProps) {
  const t = useShellText()
  const { title, hint } = useDistinctTitle(tab, alike)
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title makes another width
  useEffect(() => {
    if (!active) return
    // With the next frame, when the page has its place: asked at once the browser would lay it out twice.
    const frame = requestAnimationFrame(() => {
      const tab = ref.current
      if (tab?.parentElement) scrollSideways(tab.parentElement, tab)
    })
    return () => cancelAnimationFrame(frame)
  }, [active, title, hint])
  const whole = title + hint
  const name = tab.pinned ? t('tabs.pinnedNamed', { name: whole }) : whole
  const classes = ['bt-tab', active && 'bt-tab-active', tab.pinned && 'bt-tab-pinned', drop && `bt-tab-drop-${drop}`].filter(Boolean).join(' ')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: short cuts of the mouse; the tab inside is what everybody else uses
    <div
      ref={ref}
      className={classes}
      role="presentation"
      data-tab={tab.id}
      draggable={!single}
      {...drag}
      onAuxClick={(event) => event.button === 1 && !single && closeAndShow(tab.id, 'one')}
      onContextMenu={(event) => onMenu(tab.id, event)}
    >
      <button
        type="button"
        role="tab"
        id={`tab-${tab.id}`}
        aria-selected={active}
        aria-controls={active ? `panel-${tab.id}` : undefined}
        aria-label={name}
        tabIndex={active ? 0 : -1}
        title={name}
        onClick={() => showTab(tab)}
      >
        {tab.pinned && <PushpinFilled />}
        <span>{title}</span>
        {hint && <span className="bt-tab-hint">{hint}</span>}
      </button>
      {!single && !tab.pinned && (
        // For the mouse only: the keyboard closes with Delete, and the menu at the end of the bar says the same.
        <span className="bt-tab-close" aria-hidden="true" title={t('tabs.closeNamed', { name: whole })} onClick={() => closeAndShow(tab.id, 'one')}>
          <CloseOutlined />
        </span>
      )}
    </div>
  )
})

/** Fetched when it is first opened. */
const TabList = lazyPart(() => import('./tab-list.tsx'))

const focusTab = (id: string | null | undefined) => document.getElementById(`tab-${id}`)?.focus()

/** Arrows, Home and End show another tab; with Ctrl Shift they move the tab itself; Delete closes it. */
function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const { tabs, activeId } = useTabs.getState()
  const at = tabs.findIndex((tab) => tab.id === activeId)
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: tabs.length - 1 - at }[event.key]
  if (event.key === 'Delete' && activeId) {
    closeAndShow(activeId, 'one')
    focusTab(useTabs.getState().activeId)
  }
  if (step === undefined || !activeId) return
  event.preventDefault()
  if (event.ctrlKey && event.shiftKey) {
    place(activeId, at + step)
    // An element that has been moved in the page has lost the keyboard.
    requestAnimationFrame(() => focusTab(activeId))
    return
  }
  const next = tabs[(at + step + tabs.length) % tabs.length]
  if (!next) return
  showTab(next)
  focusTab(next.id)
}

/** All open pages to choose from, and what can be done with the one in front; both found out when they are asked for. */
const AllTabs = memo(function AllTabs() {
  const t = useShellText()
  const [menu, setMenu] = useState<MenuProps>({})
  const [open, setOpen] = useState(false)
  const onOpenChange = (wished: boolean) => {
    const { activeId } = useTabs.getState()
    if (wished && activeId) setMenu(tabMenu(t, activeId))
    setOpen(wished)
  }
  const close = () => setOpen(false)
  return (
    <Dropdown
      menu={menu}
      open={open}
      onOpenChange={onOpenChange}
      trigger={['click']}
      placement="bottomRight"
      destroyOnHidden
      popupRender={(actions) => (
        <div className="bt-tab-list">
          <TabList onClose={close} />
          {actions}
        </div>
      )}
    >
      <Button type="text" size="small" icon={<DownOutlined />} aria-label={t('tabs.menu')} />
    </Dropdown>
  )
})

/** Where the bar gets another width the page in front stays in sight, with the cross that closes it. */
function useActiveInSight(activeId: string | null): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const bar = ref.current
    if (!bar) return
    const observer = new ResizeObserver(() => {
      const tab = bar.querySelector<HTMLElement>(`[data-tab="${activeId}"]`)
      if (tab) scrollSideways(bar, tab)
    })
    observer.observe(bar)
    return () => observer.disconnect()
  }, [activeId])
  return ref
}

/** The open pages. What the mouse does here the keyboard does too; the right button and the menu at the end do the rest. */
export function TabBar() {
  const t = useShellText()
  const tabs = useTabs((state) => state.tabs)
  const activeId = useTabs((state) => state.activeId)
  const { menu, onMenu } = useContextMenu()
  const { mark, handlers } = useTabDrag()
  const alike = useMemo(() => alikeTabs(tabs), [tabs])
  const scroll = useActiveInSight(activeId)
  return (
    <nav className="bt-tabs" aria-label={t('tabs.list')}>
      <div ref={scroll} className="bt-tabs-scroll" role="tablist" aria-label={t('tabs.list')} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <TabButton
            key={tab.id}
            tab={tab}
            active={tab.id === activeId}
            alike={alike.has(tab.id)}
            single={tabs.length === 1}
            drop={mark?.id === tab.id ? mark.side : undefined}
            drag={handlers}
            onMenu={onMenu}
          />
        ))}
      </div>
      {menu}
      <AllTabs />
    </nav>
  )
}
