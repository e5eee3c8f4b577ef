/**
 * Preloaded (`--import`) into a server that shall be measured without row-level security: a person's queries keep the condition of their scope,
 * but run as the server's own role. Exists here alone; the product has no such switch.
 */
import { registerHooks } from 'node:module'

const GUARD = "if (grant.kind === 'ALL') return undefined"

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/platform/server/row-scope.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(GUARD)) throw new Error('row-scope.ts does not read as expected: nothing would be measured')
    return { ...loaded, source: source.replace(GUARD, 'return undefined') }
  },
})
