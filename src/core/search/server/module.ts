import { SIGNED_IN } from '#kernel/contract.ts'
import { MAX_FOUND, searchRecords } from '#kernel/search.ts'
import { defineModule, type Found, type RequestContext, type SearchProvider, type ServerModule } from '#platform/server/module.ts'

/** The one search endpoint over what all modules offer, and over `further` records that open in screens of others; the composition root hands them in. */
export function searchModule(modules: readonly ServerModule[], further: readonly SearchProvider[]): ServerModule {
  const providers = [...modules.flatMap((module) => module.search ?? []), ...further]
  return defineModule({
    name: 'search',
    register(on) {
      on.query(searchRecords, ({ text }, ctx) => found(providers, text, ctx))
    },
  })
}

/** One provider after another: a person who types must never hold more than one connection. */
async function found(providers: readonly SearchProvider[], text: string, ctx: RequestContext): Promise<Found[]> {
  const all: Found[] = []
  for (const { permission, find } of providers) {
    if (permission === SIGNED_IN || ctx.session.permissions.has(permission)) all.push(...(await find(text, ctx, MAX_FOUND)))
  }
  return all
}
