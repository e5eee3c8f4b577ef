import { isIP } from 'node:net'
import { assertOpenAddress, ClosedAddress, guardedLookup, hostOf } from '../address.ts'

/** A name that is not answered for in this time is not waited for: it is looked at again with each connection. */
const LOOKUP_MS = 2_000

/**
 * Throws ClosedAddress for an address that would never be called: without TLS, of a network that is not public, or a name that leads there.
 * `thisMachineToo`: programs on the same machine may be called, and without TLS.
 */
export async function assertCallable(address: string, thisMachineToo: boolean): Promise<void> {
  const url = new URL(address)
  assertOpenAddress(url, thisMachineToo)
  if (isIP(hostOf(url)) === 0) await assertOpenName(hostOf(url), thisMachineToo)
}

function assertOpenName(host: string, thisMachineToo: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, LOOKUP_MS)
    guardedLookup(thisMachineToo)(host, { all: true }, (error) => {
      clearTimeout(timer)
      // One that is not known yet may be by the time it is called.
      if (error instanceof ClosedAddress) reject(error)
      else resolve()
    })
  })
}
