import { sql } from 'kysely'
import type { Queryable } from '#platform/server/database/db.ts'
import { BLOCK, contentOf, DIGEST, digestsOf, FIRST_HASH, hashOf, type JournalSeal, type SealRow, sealKey } from './seals.ts'

export interface JournalDifference {
  kind: 'JOURNAL' | 'REVERSAL' | 'SEAL'
  /** Journal id, or number of the block. */
  subject: string
  detail: string
}

/** A seal that was kept outside the database (the log has each): with it, a tail of blocks cut off as a whole is found too. */
export type SealAnchor = Pick<JournalSeal, 'block' | 'hash'>

/** Before the first id that a journal can have, and the last one. */
const START = -(2n ** 63n)
const END = (2n ** 63n - 1n).toString()

/**
 * Reads every journal once, in the order of ids: whether it is whole, whether it is as it was sealed, and whether the seals follow each
 * other; the HMAC only with the key. What no seal covers is read as well.
 */
export async function verifyJournals(db: Queryable, { secretKey, anchor }: { secretKey?: Buffer; anchor?: SealAnchor } = {}): Promise<JournalDifference[]> {
  const key = secretKey && sealKey(secretKey)
  const found: JournalDifference[] = []
  const wrong = (block: string, detail: string) => found.push({ kind: 'SEAL', subject: block, detail })
  let before = { block: '0', last_id: '0', hash: FIRST_HASH as Buffer }
  let reached = START
  for (;;) {
    const { rows } = await sql<SealRow>`
      select block, first_id, last_id, entries, amount, journal_ids::text[] as journal_ids, digests, previous, hash
        from ledger.journal_seal where block > ${before.block} order by block limit 1`.execute(db)
    const seal = rows[0]
    if (!seal) break
    if (BigInt(seal.block) !== BigInt(before.block) + 1n || BigInt(seal.first_id) !== BigInt(before.last_id) + 1n || !seal.previous.equals(before.hash))
      wrong(seal.block, 'does not follow the block before it: a block is missing, changed or out of order')
    if (key && !hashOf(key, seal).equals(seal.hash)) wrong(seal.block, 'the seal itself was changed')
    if (anchor?.block === seal.block && anchor.hash !== seal.hash.toString('hex')) wrong(seal.block, 'is not the block whose hash was kept')
    const after = BigInt(seal.first_id) - 1n
    if (after > reached) found.push(...(await verifyUnsealed(db, reached, after.toString())))
    const compared = await compareBlock(db, seal)
    found.push(...compared.found)
    if (compared.reached > reached) reached = compared.reached
    before = seal
  }
  if (anchor && BigInt(anchor.block) > BigInt(before.block)) wrong(anchor.block, 'blocks up to the one whose hash was kept are missing')
  found.push(...(await verifyUnsealed(db, reached, END)))
  return [...found, ...(await verifyReversals(db))]
}

/** Journals that no seal covers: whether they are whole. */
async function verifyUnsealed(db: Queryable, after: bigint, upTo: string): Promise<JournalDifference[]> {
  const found: JournalDifference[] = []
  for (let from = after.toString(); ; ) {
    const { rows } = await contentOf(from, upTo, BLOCK).execute(db)
    found.push(...(await nameBroken(db, rows[0]?.broken)))
    const last = rows[0]?.ids[BLOCK - 1]
    if (last === undefined) return found
    from = last
  }
}

async function nameBroken(db: Queryable, ids: readonly string[] = []): Promise<JournalDifference[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<JournalDifference>`
    select 'JOURNAL' as kind, j.id::text as subject, format('%s of %s entries, balanced: %s', coalesce(sum(e.entries), 0), j.entries, coalesce(bool_and(e.difference = 0), false)) as detail
      from ledger.journal j
      left join lateral (
        select count(*) as entries, sum(case side when 'D' then amount else -amount end) as difference from ledger.entry where journal_id = j.id group by currency
      ) e on true
     where j.id = any(${ids as string[]}::bigint[]) group by j.id order by j.id`.execute(db)
  return rows
}

/** What differs in a block, and the id up to which journals were looked at. */
async function compareBlock(db: Queryable, seal: SealRow): Promise<{ found: JournalDifference[]; reached: bigint }> {
  const after = (BigInt(seal.first_id) - 1n).toString()
  const limit = seal.journal_ids.length + 1
  const { rows } = await contentOf(after, seal.last_id, limit).execute(db)
  const now = rows[0]
  const reached = BigInt(now?.ids[limit - 1] ?? seal.last_id)
  const found: JournalDifference[] = await nameBroken(db, now?.broken)
  if (now?.digests.equals(seal.digests) && now.entries === seal.entries && now.amount === seal.amount && now.ids.join() === seal.journal_ids.join())
    return { found, reached }
  return { found: [...found, ...(await nameChanged(db, seal, after))], reached }
}

async function nameChanged(db: Queryable, seal: SealRow, after: string): Promise<JournalDifference[]> {
  const sealed = new Map(seal.journal_ids.map((id, at) => [id, seal.digests.subarray(at * DIGEST, (at + 1) * DIGEST)]))
  const found: JournalDifference[] = []
  const differs = (subject: string, detail: string) => found.push({ kind: 'JOURNAL', subject, detail: `${detail} (block ${seal.block})` })
  for (const { id, digest } of (await digestsOf(after, seal.last_id, 2 ** 31 - 1).execute(db)).rows) {
    const was = sealed.get(id)
    if (!was) differs(id, 'was not there when its block was sealed')
    else if (!was.equals(digest)) differs(id, 'it or its entries are not as they were sealed')
    sealed.delete(id)
  }
  for (const id of sealed.keys()) differs(id, 'was sealed and is gone')
  if (found.length === 0) found.push({ kind: 'SEAL', subject: seal.block, detail: 'count or sum of the seal differ from its journals' })
  return found
}

async function verifyReversals(db: Queryable): Promise<JournalDifference[]> {
  const { rows } = await sql<JournalDifference>`
    select 'REVERSAL' as kind, r.id::text as subject, format('is not the mirror of journal %s', r.reverses_journal_id) as detail
      from ledger.journal r
     where r.reverses_journal_id is not null and exists (
       select from (select * from ledger.entry where journal_id = r.id) m
         full join (select * from ledger.entry where journal_id = r.reverses_journal_id) o using (line)
        where (m.account_id, m.amount, m.currency) is distinct from (o.account_id, o.amount, o.currency) or m.side is not distinct from o.side)`.execute(db)
  return rows
}
