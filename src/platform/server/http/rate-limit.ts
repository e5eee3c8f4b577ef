import type { Clock } from '../clock.ts'
import { addressKey } from './address.ts'

/** How many calls one network address may make: `burst` at once, `perSecond` in the long run. */
export interface Rate {
  perSecond: number
  burst: number
  /** Endpoints that name the same are counted together; each is counted by itself without. */
  bucket?: string
}

/** Of calls that need no session, all together: a large office behind one address, with every page open, stays far below. */
export const PUBLIC_RATE: Rate = { perSecond: 20, burst: 300 }

/** Addresses remembered at most; beyond that the ones seen longest ago are forgotten, which only ever lets somebody through. */
const REMEMBERED = 50_000

export interface RateLimiter {
  /** Counts a call; answers the seconds to wait when there have been too many, else undefined. */
  take(bucket: string, ip: string, rate: Rate): number | undefined
}

/**
 * Token buckets in the memory of this process. They keep floods from costing work; what must hold to the last call over all
 * processes (guesses, mails) is counted in the database.
 */
export function createRateLimiter(clock: Clock): RateLimiter {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(bucket, ip, { perSecond, burst }) {
      const key = `${bucket} ${addressKey(ip)}`
      const now = clock.now().getTime()
      const known = buckets.get(key)
      const left = known ? Math.min(burst, known.left + (Math.max(0, now - known.at) / 1000) * perSecond) : burst
      // Taken out and put back in: the map stays in the order in which addresses were last seen.
      buckets.delete(key)
      if (buckets.size >= REMEMBERED) buckets.delete(buckets.keys().next().value as string)
      buckets.set(key, { left: left >= 1 ? left - 1 : left, at: now })
      return left >= 1 ? undefined : Math.max(1, Math.ceil((1 - left) / perSecond))
    },
  }
}
