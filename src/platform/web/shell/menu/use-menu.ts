import { useMemo } from 'react'
import type { SessionUser } from '../../session/session-api.ts'
import { may, offeredApplications, useSession } from '../../session/session-store.ts'
import { portalSetup } from '../preferences/setup.ts'
import { type MenuEntry, visibleMenu } from '../routing/routing.ts'

const manifestsOf = (clientId: string) =>
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

/** The menus of the other applications that are offered to a person, each under the application's name. */
export function otherMenus(user: SessionUser | null, clientId: string): { name: string; menu: MenuEntry[] }[] {
  return offeredApplications(user)
    .filter(({ code }) => code !== clientId)
    .map(({ code, name, screens }) => {
      const seen = new Set(screens)
      return {
        name,
        menu: visibleMenu(
          manifestsOf(code).map((one) => ({ ...one, screens: one.screens.filter(({ path }) => seen.has(path)) })),
          () => true,
        ),
      }
    })
}
