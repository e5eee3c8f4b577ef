import type { Text } from '#kernel/language.ts'
import type { SearchProvider } from '#platform/server/module.ts'
import { findUnits } from './unit-tree.ts'

const GROUP: Text = { vi: 'Đơn vị', en: 'Units' }
const LEAST = 3

/** Units of the caller's scope by code or name, for who sees the screen that `path` leads to. */
export function unitSearch(permission: string, path: (id: string) => string): SearchProvider {
  return {
    permission,
    async find(text, { scope, language }, limit) {
      if (text.length < LEAST) return []
      const rows = await findUnits({ text }, scope, limit)
      return rows.map(({ id, code, name }) => ({ code, title: name, group: GROUP[language], path: path(id) }))
    },
  }
}
