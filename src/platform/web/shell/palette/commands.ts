import type { OutputOf } from '#kernel/contract.ts'
import type { Recent } from '#kernel/preferences.ts'
import type { searchRecords } from '#kernel/search.ts'
import { currentLanguage, setLanguage, shellText, titleOf, wordsFor } from '../../i18n.ts'
import { switchApplication } from '../../session/session.ts'
import { offeredApplications, useSession } from '../../session/session-store.ts'
import { screenTitle } from '../frame/title.ts'
import { sayNetworkGone } from '../notices/notify.ts'
import { rememberPlace } from '../preferences/preferences.ts'
import { changeSettings, useSettings } from '../preferences/settings.ts'
import { applicationName, portalSetup, screenEntries } from '../preferences/setup.ts'
import { openAddress } from '../routing/navigation.ts'
import { findScreen, type MenuEntry, opensIn } from '../routing/routing.ts'
import type { Command } from './command-match.ts'
import { otherMenus } from './other-menus.ts'

export type FoundRecord = OutputOf<typeof searchRecords>[number]

/** A command that leads to an address; it is remembered among the recent ones. */
function place(title: string, address: string, rest: Partial<Command> = {}): Command {
  return {
    key: address,
    title,
    ...rest,
    run: () => {
      rememberPlace({ address, title })
      goTo(address)
    },
  }
}

/** Opens an address; one of another application that the person may enter there, at once: they have chosen it by its name. */
function goTo(address: string): void {
  const { user, clientId } = useSession.getState()
  const match = findScreen(screenEntries(), address)
  const other = match && !opensIn(match, clientId) ? user?.applications.find(({ code }) => code === match.subsystem) : undefined
  if (other) void switchApplication(other, address)
  else openAddress(address)
}

/** The screens of the menu, with the groups they stand in. */
export function screenCommands(menu: readonly MenuEntry[], trail: readonly string[] = []): Command[] {
  return menu.flatMap((entry) => {
    const title = titleOf(entry)
    if (entry.path === undefined) return screenCommands(entry.children, [...trail, title])
    return [place(title, entry.path, { hint: trail.join(' / '), also: wordsFor(entry) })]
  })
}

/** The screens of all other applications: choosing one switches there and opens it. */
export function otherScreenCommands(): Command[] {
  const { user, clientId } = useSession.getState()
  return otherMenus(user, clientId).flatMap(({ name, menu }) => screenCommands(menu, [name]))
}

/** The namespaces that hold the titles of the other applications' screens. */
export function otherModules(): string[] {
  const { user, clientId } = useSession.getState()
  const modules = (menu: readonly MenuEntry[]): string[] => menu.flatMap(({ module, children }) => [module, ...modules(children)])
  return [...new Set(otherMenus(user, clientId).flatMap(({ menu }) => modules(menu)))]
}

/** What can be done anywhere: looks, language, account, other applications. */
export function actionCommands(): Command[] {
  const { user, clientId } = useSession.getState()
  const { identity } = portalSetup()
  const dark = useSettings.getState().theme === 'dark'
  const other = currentLanguage() === 'vi' ? 'en' : 'vi'
  return [
    {
      key: 'language',
      title: shellText('palette.language'),
      also: 'language tiếng anh english tiếng việt vietnamese ngôn ngữ',
      run: () => void setLanguage(other).catch(sayNetworkGone),
    },
    {
      key: 'theme',
      title: shellText(dark ? 'palette.light' : 'palette.dark'),
      also: 'theme giao diện dark light',
      run: () => changeSettings({ theme: dark ? 'light' : 'dark' }),
    },
    { key: 'profile', title: shellText('palette.profile'), also: 'profile mật khẩu password', run: identity.openProfile },
    ...offeredApplications(user)
      .filter((one) => one.code !== clientId)
      .map((one) => ({
        key: `to:${one.code}`,
        title: shellText('palette.switch', { name: one.name }),
        also: one.code,
        run: () => void switchApplication(one),
      })),
    { key: 'logout', title: shellText('palette.signOut'), also: 'logout sign out thoát', run: identity.askSignOut },
  ]
}

/** Screens are called as they are now, in the language of now; a record keeps its name and says which screen it opens in. */
export function recentCommands(places: Recent): Command[] {
  return places.map(({ title, address }) => {
    const match = findScreen(screenEntries(), address)
    const screen = screenTitle(address)
    const plain = match !== undefined && !address.includes('?') && Object.keys(match.params).length === 0
    if (plain) return place(screen, address)
    return { ...place(title, address), hint: screen }
  })
}

/** Records as they were found, under the name of the screen they open in; that of another application says so. */
export function recordGroups(records: readonly FoundRecord[]): { title: string; commands: Command[] }[] {
  const { user, clientId } = useSession.getState()
  const placed = records.flatMap((record) => {
    const match = findScreen(screenEntries(), record.path)
    // A record without a screen in this portal leads nowhere.
    if (!match) return []
    const title = titleOf({ module: match.module, title: match.screen.title })
    const screen = opensIn(match, clientId) ? title : `${title} · ${applicationName(user?.applications ?? [], match.subsystem)}`
    const hint = record.group === undefined ? record.title : [record.title, screen].filter(Boolean).join(' · ')
    return [{ group: record.group ?? screen, command: { ...place(record.code, record.path), hint, run: () => openRecord(record) } }]
  })
  return [...Map.groupBy(placed, ({ group }) => group)].map(([title, found]) => ({ title, commands: found.map(({ command }) => command) }))
}

function openRecord({ code, title, path }: FoundRecord): void {
  rememberPlace({ address: path, title: [code, title].filter(Boolean).join(' · ').slice(0, 200) })
  goTo(path)
}
