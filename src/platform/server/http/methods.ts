import type { FastifyInstance } from 'fastify'

/**
 * Remembers every route under /api. Gives back the methods that an address takes, in the form of the Allow header;
 * undefined for an address that there is not.
 */
export function knownMethods(app: FastifyInstance): (url: string) => string | undefined {
  const routes = new Map<string, { fits: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const known = routes.get(url) ?? { fits: patternOf(url), methods: new Set() }
    for (const one of [method].flat()) known.methods.add(one)
    routes.set(url, known)
  })
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    const methods = [...routes.values()].filter(({ fits }) => fits.test(path)).flatMap((route) => [...route.methods])
    return methods.length > 0 ? [...new Set(methods)].sort().join(', ') : undefined
  }
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replace(/[.+*?^$()[\]{}|]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
}
