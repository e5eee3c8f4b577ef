import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, type Options, verify } from '@node-rs/argon2'
import { createSlots, withSlot } from '#platform/server/http/slots.ts'

/** argon2id; `algorithm: 2` is Argon2id (the library's enum exists for the type checker only). */
const OPTIONS: Options = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 }
/**
 * Each hash takes 46 MiB, and a core for as long as it lasts: as many at once as there are cores, four at most, and half of them for one
 * address or person, so that a flood from one place takes neither the machine nor the turn of others.
 */
const AT_ONCE = Math.min(4, Math.max(1, availableParallelism()))
/** Beyond this the caller is asked to come back later: an endless queue is an outage. */
const WAITING = { each: 150, all: 400 }
const places = createSlots(AT_ONCE, Math.max(1, AT_ONCE >> 1), WAITING.each, WAITING.all)

/** Hashes a new password. `who` shares the places: an address, a person; the system's own work has a share too. */
export function hashPassword(password: string, who = 'system'): Promise<string> {
  return withSlot(places, who, undefined, () => hash(password, OPTIONS))
}

let nobody: Promise<string> | undefined

/** Made once; when it could not be made (no place, no memory), the next caller tries again. */
function hashOfNobody(): Promise<string> {
  const made = hashPassword(randomBytes(24).toString('base64'))
  made.catch(() => {
    nobody = undefined
  })
  return made
}

/**
 * True when the password is the one of the hash. Without a hash (no such user, no password set) it does the
 * same work on a hash nobody knows the password of, so that the time taken reveals nothing. `who` as for hashPassword.
 */
export async function verifyPassword(stored: string | undefined, password: string, who = 'system'): Promise<boolean> {
  nobody ??= hashOfNobody()
  const dummy = await nobody
  const right = await withSlot(places, who, undefined, () => verify(stored ?? dummy, password))
  return right && stored !== undefined
}
