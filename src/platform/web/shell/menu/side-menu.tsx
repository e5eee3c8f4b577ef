import { ConfigProvider, Menu, type MenuProps } from 'antd'
import { useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { titleOf, useLanguage } from '../../i18n.ts'
import { paletteOf } from '../look/palette.ts'
import { siderThemeOf } from '../look/theme.ts'
import { useSettings } from '../preferences/settings.ts'
import { openAddress } from '../routing/navigation.ts'
import { type MenuEntry, menuScreens } from '../routing/routing.ts'
import { useTabs } from '../tabs/tab-store.ts'
import { MenuIcon } from './icons.tsx'
import { trailTo, useMenu } from './use-menu.ts'

/** A menu of so few screens starts with all groups open. */
const FEW = 12

type Item = NonNullable<MenuProps['items']>[number]

function groupKeys(entries: readonly MenuEntry[]): string[] {
  return entries.flatMap((entry) => (entry.path ? [] : [entry.key, ...groupKeys(entry.children)]))
}

/** A real link, so that the middle button and 'copy address' work; a plain click stays in the portal. */
function MenuLink({ path, text }: { path: string; text: string }) {
  return (
    <a href={path} tabIndex={-1} onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && event.preventDefault()} title={text}>
      {text}
    </a>
  )
}

function itemOf(entry: MenuEntry, level: number): Item {
  const text = titleOf(entry)
  const icon = level === 1 || entry.icon ? <MenuIcon name={entry.icon} /> : undefined
  if (entry.path) return { key: entry.key, icon, label: <MenuLink path={entry.path} text={text} />, title: text }
  return { key: entry.key, icon, label: <span title={text}>{text}</span>, children: entry.children.map((child) => itemOf(child, level + 1)) }
}

/** The menu of the current application, levels 1 to 4. The groups of the page shown stand open. */
export function SideMenu({ mode, collapsed = false, onChosen }: { mode: 'inline' | 'horizontal'; collapsed?: boolean; onChosen?: () => void }) {
  const language = useLanguage()
  const settings = useSettings()
  const theme = useMemo(() => siderThemeOf(paletteOf(settings)), [settings])
  const menu = useMenu()
  // Another page at the same place of the menu draws nothing anew.
  const trail = useTabs(useShallow((state) => trailTo(menu, state.tabs.find((tab) => tab.id === state.activeId)?.address ?? '/')))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of the items change with the language
  const items = useMemo(() => menu.map((entry) => itemOf(entry, 1)), [menu, language])
  const groups = trail.filter((entry) => !entry.path).map((entry) => entry.key)
  const [{ at, open }, setOpen] = useState(() => ({ at: '', open: menuScreens(menu).length <= FEW ? groupKeys(menu) : [] }))
  // A page of another group opens that group; what the person opened or closed stays as it is.
  const here = groups.join()
  if (here !== at) setOpen({ at: here, open: [...new Set([...open, ...groups])] })
  return (
    <ConfigProvider theme={theme}>
      <Menu
        mode={mode}
        inlineIndent={16}
        items={items}
        selectedKeys={trail.map((entry) => entry.key)}
        {...(mode === 'inline' && !collapsed ? { openKeys: open, onOpenChange: (keys: string[]) => setOpen({ at, open: keys }) } : {})}
        onClick={({ key, domEvent }) => {
          if (domEvent.ctrlKey || domEvent.metaKey) return
          openAddress(key)
          onChosen?.()
        }}
      />
    </ConfigProvider>
  )
}
