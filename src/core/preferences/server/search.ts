import { sql } from 'kysely'
import { SIGNED_IN } from '#kernel/contract.ts'
import type { Text } from '#kernel/language.ts'
import { OPEN_VIEW } from '#kernel/views.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import type { SearchProvider } from '#platform/server/module.ts'
import { visibleViews } from './views.ts'

/** Where a list stands in the portal, and who may open it. */
export interface ListPlace {
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
      const patterns = foldedPatterns(text)
      const open = places().filter(({ permission }) => permission === SIGNED_IN || session.permissions.has(permission))
      if (text.length < LEAST || patterns.length === 0 || open.length === 0) return []
      const paths = new Map(open.map(({ list, path }) => [list, path]))
      let query = visibleViews(runtime.db, session)
        .select(['id', 'list', 'name', 'owner_id', 'owner_name'])
        .where('list', 'in', [...paths.keys()])
      for (const pattern of patterns) query = query.where(sql<boolean>`platform.fold(name) like ${pattern}`)
      const rows = await query.limit(limit).execute()
      return rows.map(({ id, list, name, owner_id, owner_name }) => ({
        code: name,
        title: owner_id === session.userId ? '' : owner_name,
        group: GROUP[language],
        path: `${paths.get(list)}?${new URLSearchParams({ [OPEN_VIEW]: id })}`,
      }))
    },
  }
}
