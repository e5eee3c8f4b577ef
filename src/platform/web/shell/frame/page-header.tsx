import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined'
import DownOutlined from '@ant-design/icons/DownOutlined'
import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { titleOf, useLanguage, useShellText } from '../../i18n.ts'
import { trailTo, useMenu } from '../menu/use-menu.ts'
import { openAddress, showTab } from '../routing/navigation.ts'
import { PageLink } from '../routing/page-link.tsx'
import type { MenuEntry } from '../routing/routing.ts'
import { useScreen } from '../routing/screen-context.ts'
import { closeAndShow, endPage } from '../tabs/end-page.ts'
import { useTabs } from '../tabs/tab-store.ts'

/** Breadcrumb texts of the matched routes, the upper-cased page name, on pages below a list 'Quay lại', and room for the tools of the screen. */
export function PageHeader({ tools }: { tools: (place: HTMLElement | null) => void }) {
  const t = useShellText()
  useLanguage()
  const screen = useScreen()
  const trail = trailTo(useMenu(), screen.address)
  const own = trail.at(-1)
  const title = titleOf(screen)
  const inMenu = own?.title === screen.title && own.module === screen.module
  const crumbs = inMenu ? trail.slice(0, -1) : trail
  const back = useBack(own?.path)
  return (
    <header className="bt-page-header">
      {!inMenu && back && (
        <Button type="text" size="small" icon={<ArrowLeftOutlined />} onClick={back}>
          {t('common.back')}
        </Button>
      )}
      {crumbs.length > 0 && (
        <nav aria-label={t('shell.breadcrumb')}>
          <ol>
            {crumbs.map((entry) => (
              <li key={entry.key}>
                <Crumb entry={entry} here={own?.key} />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <h1 title={title}>{title.toLocaleUpperCase('vi')}</h1>
      <div ref={tools} className="bt-page-tools" />
    </header>
  )
}

/** A step of the way: the screen a detail stands under is a link, a group offers its screens, as far as the person may see them. */
function Crumb({ entry, here }: { entry: MenuEntry; here: string | undefined }) {
  const t = useShellText()
  const text = titleOf(entry)
  const button = useRef<HTMLButtonElement>(null)
  const { path } = entry
  if (path !== undefined) return <PageLink to={path}>{text}</PageLink>
  const screens = entry.children.filter((child) => child.path !== undefined)
  if (screens.length < 2) return text
  // By Escape: the focus was in the menu, which is gone.
  const back = (open: boolean) => !open && document.activeElement?.closest('.ant-dropdown') && button.current?.focus()
  const items = screens.map((screen) => ({ key: screen.path ?? '', label: titleOf(screen) }))
  return (
    <Dropdown menu={{ items, selectedKeys: here ? [here] : [], onClick: ({ key }) => openAddress(key) }} trigger={['click']} autoFocus onOpenChange={back}>
      <button ref={button} type="button" className="bt-crumb" title={t('shell.siblings', { name: text })} aria-haspopup="menu">
        {text}
        <DownOutlined />
      </button>
    </Dropdown>
  )
}

/** Back: this page is done with and closes, the page it was opened from comes to the front; else the list it stands under. */
function useBack(listPath: string | undefined): (() => void) | null {
  const { tabId } = useScreen()
  const pinned = useTabs((state) => state.tabs.find((tab) => tab.id === tabId)?.pinned ?? false)
  const openerId = useTabs((state) => state.tabs.find((tab) => tab.id === tabId)?.openerId)
  const opener = useTabs((state) => state.tabs.find((tab) => tab.id === openerId))
  if (opener) return () => (pinned ? showTab(opener) : closeAndShow(tabId, 'one'))
  return listPath ? () => endPage(tabId, listPath) : null
}
