import type { SessionUser } from '../../session/session-api.ts'
import { offeredApplications } from '../../session/session-store.ts'
import { manifestsOf } from '../menu/use-menu.ts'
import { type MenuEntry, visibleMenu } from '../routing/routing.ts'

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
