import { MAX_FOUND, searchRecords } from '#kernel/search.ts'
import { defineModule, type Found, type RequestContext, type SearchProvider, type ServerModule } from '#platform/server/module.ts'

/** The one search endpoint over what all modules offer; the composition root hands the modules in. */
export function searchModule(modules: readonly ServerModule[]): ServerModule {
  const providers = modules.flatMap((module) => module.search ?? [])
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
    if (ctx.session.permissions.has(permission)) all.push(...(await find(text, ctx, MAX_FOUND)))
  }
  return all
}
