import { randomBytes } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'
import { AppError, errors } from '#kernel/errors.ts'

/** argon2id; `algorithm: 2` is Argon2id (the library's enum exists for the type checker only). */
const OPTIONS: Options = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 }
/** Each hash takes 46 MiB and a thread of the pool: more at once would starve everything else. */
const AT_ONCE = 4
/** Beyond this the caller is asked to come back later: an endless queue is an outage. */
const WAITING_MAX = 400

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw new AppError(errors.unavailable)
    await new Promise<void>((go) => waiting.push(go))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, OPTIONS))
}

let nobody: Promise<string> | undefined

/**
 * True when the password is the one of the hash. Without a hash (no such user, no password set) it does the
 * same work on a hash nobody knows the password of, so that the time taken reveals nothing.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(24).toString('base64'))
  const dummy = await nobody
  const right = await inTurn(() => verify(stored ?? dummy, password))
  return right && stored !== undefined
}
