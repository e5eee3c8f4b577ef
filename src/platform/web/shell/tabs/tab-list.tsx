import CloseOutlined from '@ant-design/icons/CloseOutlined'
import PushpinFilled from '@ant-design/icons/PushpinFilled'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { matchesText } from '#kernel/text.ts'
import { useShellText } from '../../i18n.ts'
import { screenTitle } from '../frame/title.ts'
import { showTab } from '../routing/navigation.ts'
import { closeAndShow } from './end-page.ts'
import { alikeTabs, hintText } from './tab-hint.ts'
import { useTabs } from './tab-store.ts'
import type { Tab } from './tabs.ts'
import './tab-list.css'

/** Fewer are found by looking. */
const SEARCH_FROM = 7

/** The full title of every open page. */
function useTitles(): Map<string, string> {
  const t = useShellText()
  const tabs = useTabs((state) => state.tabs)
  const hints = useTabs((state) => state.hints)
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles change with the language
  return useMemo(() => {
    const alike = alikeTabs(tabs)
    const titleOf = ({ id, address, label }: Tab) => [label, screenTitle(address), alike.has(id) && hintText(hints[id])].filter(Boolean).join(' · ')
    return new Map(tabs.map((tab) => [tab.id, titleOf(tab)]))
  }, [tabs, hints, t])
}

/** All open pages in their order, to be shown or closed; many of them are searched. */
export default function TabList({ onClose }: { onClose: () => void }) {
  const t = useShellText()
  const tabs = useTabs((state) => state.tabs)
  const activeId = useTabs((state) => state.activeId)
  const titles = useTitles()
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('input') ?? list.current?.querySelector<HTMLElement>('[aria-current=page]')
    first?.focus()
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  const found = tabs.filter(({ id }) => matchesText(titles.get(id) ?? '', text))
  const show = (tab: Tab) => {
    onClose()
    showTab(tab)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.nativeEvent.isComposing) return
    const first = found[0]
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && first) {
      event.preventDefault()
      show(first)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .bt-tab-list-show')]
    const at = stops.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)
    stops[(at + stops.length) % stops.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows go from one button of it to the next
    <div ref={list} className="bt-tab-list-pages" onKeyDown={onKeyDown}>
      {tabs.length >= SEARCH_FROM && (
        <input
          type="search"
          aria-label={t('tabs.find')}
          placeholder={t('tabs.find')}
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <ul aria-label={t('tabs.list')}>
        {found.map((tab) => (
          <li key={tab.id}>
            <button
              type="button"
              className="bt-tab-list-show"
              aria-current={tab.id === activeId ? 'page' : undefined}
              title={titles.get(tab.id)}
              onClick={() => show(tab)}
            >
              {tab.pinned && <PushpinFilled />}
              {titles.get(tab.id)}
            </button>
            {tabs.length > 1 && !tab.pinned && (
              <button
                type="button"
                className="bt-tab-close"
                aria-label={t('tabs.closeNamed', { name: titles.get(tab.id) ?? '' })}
                title={t('tabs.closeNamed', { name: titles.get(tab.id) ?? '' })}
                onClick={() => closeAndShow(tab.id, 'one')}
              >
                <CloseOutlined />
              </button>
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">{t('tabs.noneFound')}</p>}
    </div>
  )
}
