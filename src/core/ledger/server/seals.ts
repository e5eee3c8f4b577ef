import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { repeat } from '#platform/server/repeat.ts'
import { deriveKey } from '#platform/server/secret-box.ts'

export const FIRST_HASH = Buffer.alloc(32)
/** One sealer at a time. */
const SEALER_LOCK = 7_203_121
export const BLOCK = 10_000
export const DIGEST = 16
/** What is younger than this is not sealed yet. */
const INTERVAL_MS = 60_000
const POLL_MS = 20

export interface JournalSeal {
  block: string
  journals: number
  /** Hex; worth keeping outside the database, for the anchor of verifyLedger. */
  hash: string
}

export interface SealRow {
  block: string
  first_id: string
  last_id: string
  entries: string
  amount: string
  journal_ids: string[]
  digests: Buffer
  previous: Buffer
  hash: Buffer
}

export function hashOf(key: KeyObject, seal: Omit<SealRow, 'hash'>): Buffer {
  const { block, first_id, last_id, entries, amount, journal_ids, digests, previous } = seal
  return createHmac('sha256', key)
    .update(JSON.stringify([block, first_id, last_id, entries, amount, journal_ids]))
    .update(digests)
    .update(previous)
    .digest()
}

export const sealKey = (secretKey: Buffer): KeyObject => createSecretKey(deriveKey(secretKey, 'buu-tram journals'))

/**
 * Journals after one id up to another, at most `limit`, with the digest of each over all that was recorded, and whether it is whole: all its
 * entries are there and balance in each currency. Written out column by column, in a form that no setting of the session changes; what stands
 * in a database function could be changed with the rows. Journals and entries are each read once, in the order of their keys.
 */
export const digestsOf = (after: string, upTo: string, limit: number) => sql<{ id: string; entries: string; amount: string; whole: boolean; digest: Buffer }>`
  select j.id, coalesce(e.entries, 0) as entries, coalesce(e.amount, 0) as amount,
      coalesce(e.entries = j.entries and e.last_line = j.entries and case when e.first_currency = e.last_currency then e.amount = e.credit else
        (select bool_and(c.difference = 0) from (
          select sum(case side when 'D' then x.amount else -x.amount end) as difference from ledger.entry x where x.journal_id = j.id group by x.currency) c) end, false) as whole,
      substr(sha256(convert_to(row(j.id, j.business_key, j.kind, j.service, j.business_date - date '2000-01-01', extract(epoch from j.occurred_at),
        extract(epoch from j.recorded_at), j.description, j.source_type, j.source_id, j.office_unit_id, j.reverses_journal_id, j.entries)::text
        || coalesce(e.lines, ''), 'UTF8')), 1, ${sql.lit(DIGEST)}) as digest
    from (select * from ledger.journal where id > ${after} and id <= ${upTo} order by id limit ${limit}) j
    left join (
      select journal_id, count(*) as entries, max(line) as last_line, sum(amount) filter (where side = 'D') as amount, sum(amount) filter (where side = 'C') as credit,
          min(currency) as first_currency, max(currency) as last_currency,
          string_agg(row(line, account_id, side, amount, currency, balance_after, account_version)::text, '' order by line) as lines
        from ledger.entry
       where journal_id > ${after} and journal_id <= (select max(id) from (select id from ledger.journal where id > ${after} and id <= ${upTo} order by id limit ${limit}) last)
       group by journal_id
    ) e on e.journal_id = j.id`

export const contentOf = (after: string, upTo: string, limit: number) => sql<{
  entries: string
  amount: string
  ids: string[]
  digests: Buffer
  /** Journals that are not whole. */
  broken: string[]
}>`
  select coalesce(sum(entries), 0)::bigint as entries, coalesce(sum(amount), 0)::numeric(30,2) as amount,
      coalesce(array_agg(id order by id), '{}')::text[] as ids, coalesce(string_agg(digest, ''::bytea order by id), ''::bytea) as digests,
      coalesce(array_agg(id order by id) filter (where not whole), '{}')::text[] as broken
    from (${digestsOf(after, upTo, limit)}) d`

/** The last id that anybody has taken, once all who have taken one up to it have ended; undefined when `signal` ends the waiting. */
async function settledId(db: Database, signal: AbortSignal | undefined): Promise<string | undefined> {
  const last = await sql<{ id: string }>`select case when is_called then last_value else 0 end as id from ledger.journal_id_seq`.execute(db)
  // Taking an id locks the sequence for the transaction, and a session that is gone holds no locks.
  const holders = sql<{ held: string }>`
    select virtualtransaction as held from pg_locks
     where locktype = 'relation' and relation = 'ledger.journal_id_seq'::regclass and mode = 'RowExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())`
  const waitFor = new Set((await holders.execute(db)).rows.map(({ held }) => held))
  while (waitFor.size > 0) {
    if (signal?.aborted) return undefined
    await delay(POLL_MS)
    const held = new Set((await holders.execute(db)).rows.map((row) => row.held))
    for (const one of waitFor) if (!held.has(one)) waitFor.delete(one)
  }
  return last.rows[0]?.id
}

/**
 * Seals every journal whose id is settled and answers the new seals; waits for postings under way, whoever posts meanwhile is left for the
 * next time. Safe to call from any number of processes: one works, the others return at once.
 */
export async function sealJournals(
  db: Database,
  secretKey: Buffer,
  { signal, size = BLOCK }: { signal?: AbortSignal; size?: number } = {},
): Promise<JournalSeal[]> {
  const settled = await settledId(db, signal)
  const seals: JournalSeal[] = []
  while (settled !== undefined && !signal?.aborted) {
    const seal = await sealBlock(db, sealKey(secretKey), settled, size)
    if (!seal) break
    seals.push(seal)
  }
  return seals
}

/** A block is a transaction of its own, so that a long past is not sealed in one. */
function sealBlock(db: Database, key: KeyObject, settled: string, size: number): Promise<JournalSeal | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows: lock } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${SEALER_LOCK}::bigint) as held`.execute(tx)
    if (!lock[0]?.held) return undefined
    const { rows: lasts } = await sql<Pick<SealRow, 'block' | 'last_id' | 'hash'>>`
      select block, last_id, hash from ledger.journal_seal order by block desc limit 1`.execute(tx)
    const last = lasts[0] ?? { block: '0', last_id: '0', hash: FIRST_HASH }
    const { rows } = await contentOf(last.last_id, settled, size).execute(tx)
    const content = rows[0]
    if (!content || content.ids.length === 0) return undefined
    const seal = {
      block: (BigInt(last.block) + 1n).toString(),
      first_id: (BigInt(last.last_id) + 1n).toString(),
      last_id: content.ids.length < size ? settled : (content.ids.at(-1) as string),
      entries: content.entries,
      amount: content.amount,
      journal_ids: content.ids,
      digests: content.digests,
      previous: last.hash,
    }
    const hash = hashOf(key, seal)
    await sql`
      insert into ledger.journal_seal (block, first_id, last_id, entries, amount, journal_ids, digests, previous, hash)
      values (${seal.block}, ${seal.first_id}, ${seal.last_id}, ${seal.entries}, ${seal.amount}, ${seal.journal_ids}::bigint[], ${seal.digests}, ${seal.previous}, ${hash})`.execute(
      tx,
    )
    return { block: seal.block, journals: content.ids.length, hash: hash.toString('hex') }
  })
}

/** Seals the journals while the server runs; the returned function ends it. The last hash goes to the log, out of reach of whoever can change the database. */
export function startSealingJournals({ db, config, log }: Runtime): () => Promise<void> {
  const stopping = new AbortController()
  const seal = async () => {
    const seals = await sealJournals(db, config.secretKey, { signal: stopping.signal })
    const last = seals.at(-1)
    if (last) log.info({ block: last.block, hash: last.hash, blocks: seals.length }, 'journals sealed')
  }
  const stop = repeat(INTERVAL_MS, seal, (error) => log.warn({ error }, 'journals could not be sealed; tried again soon'))
  return async () => {
    stopping.abort()
    await stop()
    await sealJournals(db, config.secretKey, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  }
}
