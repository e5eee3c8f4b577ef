import type { Queryable } from '#platform/server/database/db.ts'
import type { SearchProvider } from '#platform/server/module.ts'
import { traceMoney } from '../contract/trace.ts'
import { namedBy } from './life.ts'
import type { MoneyTrace } from './money.ts'

/** As short as codes and references are. */
const LEAST = 4

/** For the command palette: a whole code that names a record within the reader's scope leads to where its money is. */
export function traceSearch(trace: MoneyTrace, screen: (reference: string) => string): SearchProvider {
  return {
    permission: traceMoney.permission,
    async find(text, ctx) {
      // A reference of two words holds a number, as the order of a merchant does.
      if (text.length < LEAST || (/\s/.test(text) && !/\d/.test(text))) return []
      const named = await namedBy(ctx.db as unknown as Queryable, trace, { code: text, scope: ctx.scope })
      for (const [type, of] of Map.groupBy(named, (one) => one.type)) {
        const seen = await trace.byType.get(type)?.visible(
          ctx,
          of.map(({ id }) => id),
        )
        const [first] = of.filter(({ id }) => seen?.has(id))
        if (!first) continue
        const code = text.toUpperCase() === first.code ? first.code : text
        return [{ code, title: '', path: screen(code) }]
      }
      return []
    },
  }
}
