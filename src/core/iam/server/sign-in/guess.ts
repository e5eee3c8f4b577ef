import type { Database } from '#platform/server/database/db.ts'
import { addressKey } from '#platform/server/http/address.ts'
import { releaseName, reserveName } from './address-failures.ts'
import { clearFailures, lockOf, releaseAttempt, reserveAttempt } from './lockout.ts'

/** An attempt to sign in that has been counted and is yet to be judged. */
export interface Guess {
  /**
   * Until when everybody but people known at the place is refused. What a wrong guess is answered follows from this alone, so that it never
   * shows who is known, or which accounts exist.
   */
  lockedUntil: Date | undefined
  /** The proof was right: it was no failure, but forgives none either. */
  release(): Promise<void>
  /** The person is in: nothing is held against them any more. */
  forgive(): Promise<void>
}

interface Attempt {
  db: Database
  /** The account as typed, in lower case. */
  account: string
  userId: string | undefined
  /** Id of the device when the user is known on it. */
  device: string | undefined
  ip: string
  now: Date
}

/**
 * Counts an attempt where it comes from. On a device the person has signed in from, it counts there alone: no guess from elsewhere shuts them
 * out of it. From anywhere else it counts for the account name at this address, for the address, and for the account name everywhere; the last
 * two never shut out people who have signed in from this address. Throws IAM-002 while the device, or the name at this address, is locked.
 */
export async function reserveGuess({ db, account, userId, device, ip, now }: Attempt): Promise<Guess> {
  if (device !== undefined) {
    const key = `${device} ${userId}`
    await reserveAttempt(db, 'DEVICE', key, now)
    return { lockedUntil: undefined, release: () => releaseAttempt(db, 'DEVICE', key), forgive: () => clearFailures(db, 'DEVICE', key) }
  }
  const place = `${addressKey(ip)} ${account}`
  await reserveAttempt(db, 'PLACE', place, now)
  const address = await reserveName(db, ip, account, now)
  const everywhere = address ?? (await lockOf(db, 'ACCOUNT', account, now))
  return {
    lockedUntil: everywhere,
    async release() {
      await releaseAttempt(db, 'PLACE', place)
      if (everywhere === undefined) await releaseAttempt(db, 'ACCOUNT', account)
      await releaseName(db, ip, account)
    },
    async forgive() {
      await clearFailures(db, 'PLACE', place)
      await clearFailures(db, 'ACCOUNT', account)
      await releaseName(db, ip, account)
    },
  }
}
