import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import { addressHash } from './address-failures.ts'
import { digest } from './lockout.ts'

const DAY_MS = 86_400_000
/** Mails within a day that people who are not signed in may cause to one recipient, and from one network address. */
const RECIPIENT_MAX = 10
const ADDRESS_MAX = 100

/** What is kept of the network address that asked: enough to count by. */
export const addressMark = (ip: string): string => addressHash(ip).toString('hex')

/** Where a mail is asked for from: the mark of the network address, and whether the recipient has signed in from there. */
interface From {
  address: string | undefined
  known: boolean
}

/**
 * Counts a mail that somebody who is not signed in causes; false when its recipient, or the network address it is asked from, has had the share
 * of a day. What was asked for from elsewhere does not count where the recipient is known. Called in the transaction that queues the mail.
 */
export async function takeMail(tx: Queryable, recipient: string, { address, known }: From, now: Date): Promise<boolean> {
  const recipientHash = digest(recipient.toLowerCase())
  const from = address === undefined ? null : Buffer.from(address, 'hex')
  // One after the other, so that many at once do not pass together.
  await sql`select pg_advisory_xact_lock(hashtextextended('iam.public-mail', 0))`.execute(tx)
  const { rows } = await sql<{ received: number; caused: number }>`
    select (select count(*)::int from iam.public_mail where recipient_hash = ${recipientHash}
        and (not ${known}::boolean or address_hash = ${from}) and sent_at > ${new Date(now.getTime() - DAY_MS)}) as received,
      (select count(*)::int from iam.public_mail where address_hash = ${from} and sent_at > ${new Date(now.getTime() - DAY_MS)}) as caused`.execute(tx)
  const { received = 0, caused = 0 } = rows[0] ?? {}
  if (received >= RECIPIENT_MAX || caused >= ADDRESS_MAX) return false
  await sql`insert into iam.public_mail (recipient_hash, address_hash, sent_at) values (${recipientHash}, ${from}, ${now})`.execute(tx)
  return true
}
