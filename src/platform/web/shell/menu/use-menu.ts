import { useMemo } from 'react'
import { may, useSession } from '../../session/session-store.ts'
import { portalSetup, screenEntries } from '../preferences/setup.ts'
import { findScreen, type MenuEntry, menuTrail, visibleMenu } from '../routing/routing.ts'

/** What an application's modules declare for it. */
export const manifestsOf = (clientId: string) =>
  portalSetup()
    .modules.map((module) => module.manifest)
    .filter((manifest) => manifest.subsystem === clientId)

/** The menu of the current application as far as the person may see it. */
export function useMenu(): readonly MenuEntry[] {
  const user = useSession((state) => state.user)
  const clientId = useSession((state) => state.clientId)
  return useMemo(
    () =>
      visibleMenu(
        manifestsOf(clientId),
        (permission) => may(user, permission),
        (path) => user?.menus.includes(path) ?? false,
      ),
    [user, clientId],
  )
}

/** The way through the menu to an address, or to the screen that its own says it stands under. */
export const trailTo = (menu: readonly MenuEntry[], address: string): MenuEntry[] =>
  menuTrail(menu, findScreen(screenEntries(), address)?.screen.under ?? address)
