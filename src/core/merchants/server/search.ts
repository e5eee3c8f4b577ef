import type { Text } from '#kernel/language.ts'
import type { SearchProvider } from '#platform/server/module.ts'
import { findMerchants } from './options.ts'

const GROUP: Text = { vi: 'Điểm bán', en: 'Merchants' }
/** Shorter texts stand in nearly every name. */
const LEAST = 3

/** Merchants by code or name, for who sees the screen that `path` leads to. */
export function merchantSearch(permission: string, path: (id: string) => string): SearchProvider {
  return {
    permission,
    async find(text, ctx, limit) {
      if (text.length < LEAST) return []
      const rows = await findMerchants({ text }, ctx, limit)
      return rows.map(({ id, code, name }) => ({ code, title: name, group: GROUP[ctx.language], path: path(id) }))
    },
  }
}
