import { sql } from 'kysely'
import type { Database, Queryable, Tx } from '#platform/server/database/db.ts'
import { addressKey } from '#platform/server/http/address.ts'
import { digest } from './lockout.ts'

const DAY_MS = 86_400_000
/** Different account names that may fail from one address within a day, and as many more for each person who has signed in from it. */
const NAMES = 100
const NAMES_A_PERSON = 8
/** Beyond that, one try at a time. */
const PAUSE_MS = 30 * 60_000
/** A person who has signed in from an address is known there for this long. */
export const KNOWN_MS = 90 * DAY_MS
/** Failures count for this long. */
export const COUNTED_MS = DAY_MS

export const addressHash = (ip: string): Buffer => digest(addressKey(ip))

/**
 * Counts an account name against the address it is tried from, before it is judged; answers until when the address has had its share. Whether
 * the account exists makes no difference. An office that mistypes all day stays below; whoever tries many accounts does not.
 */
export function reserveName(db: Database, ip: string, account: string, now: Date): Promise<Date | undefined> {
  const address = addressHash(ip)
  return db.transaction().execute(async (tx) => {
    // One after the other, so that many at once do not pass together.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`iam.address ${address.toString('hex')}`}, 0))`.execute(tx)
    const { rows } = await sql<{ names: number; newest: Date | null; people: number }>`
      select count(*)::int as names, max(failed_at) as newest,
        (select count(*)::int from iam.known_address where address_hash = ${address} and last_at > ${new Date(now.getTime() - KNOWN_MS)}) as people
      from iam.address_failure where address_hash = ${address} and failed_at > ${new Date(now.getTime() - COUNTED_MS)}`.execute(tx)
    const { names = 0, newest = null, people = 0 } = rows[0] ?? {}
    const until = newest && new Date(newest.getTime() + PAUSE_MS)
    if (until && until > now && names >= NAMES + NAMES_A_PERSON * people) return until
    await tx
      .insertInto('iam.address_failure')
      .values({ address_hash: address, account_hash: digest(account), failed_at: now })
      .onConflict((conflict) => conflict.columns(['address_hash', 'account_hash']).doUpdateSet({ failed_at: now }))
      .execute()
    return undefined
  })
}

/** An account that has proved itself is not held against the address. */
export async function releaseName(db: Queryable, ip: string, account: string): Promise<void> {
  await db.deleteFrom('iam.address_failure').where('address_hash', '=', addressHash(ip)).where('account_hash', '=', digest(account)).execute()
}

/** From now on this person is known at the address. */
export async function rememberAddress(tx: Tx, ip: string, userId: string, now: Date): Promise<void> {
  await tx
    .insertInto('iam.known_address')
    .values({ address_hash: addressHash(ip), user_id: userId, last_at: now })
    .onConflict((conflict) => conflict.columns(['address_hash', 'user_id']).doUpdateSet({ last_at: now }))
    .execute()
}

/** Whether a person has signed in from the address, given by its hash in hex. */
export async function isKnownAt(db: Queryable, address: string, userId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('iam.known_address')
    .select('last_at')
    .where('address_hash', '=', Buffer.from(address, 'hex'))
    .where('user_id', '=', userId)
    .where('last_at', '>', new Date(now.getTime() - KNOWN_MS))
    .executeTakeFirst()
  return row !== undefined
}
