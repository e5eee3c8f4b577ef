import { SIGNED_IN } from '#kernel/contract.ts'
import type { Text } from '#kernel/language.ts'
import { matchesText } from '#kernel/text.ts'
import { viewAddress } from '#kernel/views.ts'
import type { SearchProvider } from '#platform/server/module.ts'
import { visibleViews } from './views.ts'

/** Where a list stands in the portal, and who may open it. */
interface ListPlace {
  /** Path of the list's contract. */
  list: string
  permission: string
  /** Address of its screen. */
  path: string
}

const GROUP: Text = { vi: 'Chế độ xem', en: 'Views' }
const LEAST = 2

/** Saved views by name: the caller's own and those shared with them, of lists that they may open. */
export function viewSearch(places: () => readonly ListPlace[]): SearchProvider {
  return {
    permission: SIGNED_IN,
    async find(text, { runtime, session, language }, limit) {
      if (text.length < LEAST) return []
      const open = places().filter(({ permission }) => permission === SIGNED_IN || session.permissions.has(permission))
      const paths = new Map(open.map(({ list, path }) => [list, path]))
      const views = await visibleViews(runtime.db, null, session)
      return views
        .flatMap(({ id, list, name, mine, ownerName }) => {
          const path = paths.get(list)
          if (path === undefined || !matchesText(name, text)) return []
          return [{ code: name, title: mine ? '' : ownerName, group: GROUP[language], path: viewAddress(path, id) }]
        })
        .slice(0, limit)
    },
  }
}
