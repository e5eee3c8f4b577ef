import type { ListContract, RowOf } from '#kernel/contract.ts'
import type { ListEntry, Registry } from '#platform/server/http/registry.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { firstRows } from '#platform/server/list/list.ts'
import type { SearchProvider } from '#platform/server/module.ts'

const LEAST = 3

/** A list whose filter has a `text`. */
interface Searched<L> {
  list: L
  /** Its screen. */
  path: string
  /** Fields of its row. */
  code: keyof RowOf<L> & string
  title: keyof RowOf<L> & string
}

/** What a list's own search by text finds, for who may see the list; each opens it with that record. `registry`: all lists of the system. */
export function listSearch<L extends ListContract>({ list, path, code, title }: Searched<L>, registry: () => Registry): SearchProvider {
  return {
    permission: list.permission,
    async find(text, ctx, limit) {
      if (text.length < LEAST || foldedPatterns(text).length === 0) return []
      const { contract, handler } = registry().entries.get(`${list.method} ${list.path}`) as ListEntry
      const rows = await firstRows(contract, handler, { filter: { text }, limit }, ctx)
      // A record of several revisions stands there once, by the first of them.
      const first = new Map(rows.toReversed().map((row) => [row[code], row]))
      return rows
        .filter((row) => first.get(row[code]) === row)
        .map((row) => {
          const name = String(row[code])
          return { code: name, title: String(row[title]), path: `${path}?${new URLSearchParams({ text: name })}` }
        })
    },
  }
}
