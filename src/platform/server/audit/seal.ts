import { createHmac, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Queryable } from '../database/db.ts'
import { type AuditContent, auditKey, entryMac } from './audit.ts'

const FIRST = Buffer.alloc(32)
/** Lock spaces: one sealer at a time; a block alone. See 0002_audit.sql. */
const SEALER_LOCK = 7_203_116
const BLOCK_LOCK = 7_203_115

export interface AuditSeal {
  block: string
  entries: string
  /** Hex; worth keeping outside the database, for verifyAudit's `anchor`. */
  hash: string
}

function sealHash(key: KeyObject, block: string, entries: string, content: Buffer, previous: Buffer): Buffer {
  return createHmac('sha256', key).update(`${block}:${entries}:`).update(content).update(previous).digest()
}

/** Number of rows of a block and the digest of their ids and MACs, in order. */
async function blockContent(db: Queryable, block: string): Promise<{ entries: string; content: Buffer }> {
  const { rows } = await sql<{ entries: string; content: Buffer }>`
    select count(*) as entries, sha256(coalesce(string_agg(int8send(id) || mac, ''::bytea order by id), ''::bytea)) as content
    from platform.audit_entry where block = ${block}
  `.execute(db)
  return rows[0] as { entries: string; content: Buffer }
}

/**
 * Closes the open block when it holds entries and seals every closed block whose writers have ended.
 * Returns the new seals. Safe to call from any number of processes: one works, the others return at once.
 */
export async function sealAudit(db: Database, secretKey: Buffer): Promise<AuditSeal[]> {
  const key = auditKey(secretKey)
  return db.transaction().execute(async (tx) => {
    const { rows: lock } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${SEALER_LOCK}::bigint) as held`.execute(tx)
    if (!lock[0]?.held) return []
    const { rows } = await sql<{ open: string; last: string | null; hash: Buffer | null }>`
      select case when exists (select from platform.audit_entry where block = s.last_value) then nextval('platform.audit_block') else s.last_value end as open,
        l.block as last, l.hash
      from platform.audit_block s left join lateral (select block, hash from platform.audit_seal order by block desc limit 1) l on true
    `.execute(tx)
    const state = rows[0] as { open: string; last: string | null; hash: Buffer | null }
    const seals: AuditSeal[] = []
    let previous = state.hash ?? FIRST
    for (let number = BigInt(state.last ?? 0) + 1n; number < BigInt(state.open); number++) {
      const block = number.toString()
      const { rows: alone } = await sql<{
        held: boolean
      }>`select pg_try_advisory_xact_lock(${BLOCK_LOCK}::int, (${block}::bigint % 2147483647)::int) as held`.execute(tx)
      // A transaction that wrote into this block is still open: next time. Later blocks wait, the chain has no gaps.
      if (!alone[0]?.held) break
      const { entries, content } = await blockContent(tx, block)
      const hash = sealHash(key, block, entries, content, previous)
      await sql`insert into platform.audit_seal (block, entries, previous, hash) values (${block}, ${entries}, ${previous}, ${hash})`.execute(tx)
      seals.push({ block, entries, hash: hash.toString('hex') })
      previous = hash
    }
    return seals
  })
}

export interface AuditProblem {
  /** edited: an entry's content does not fit its MAC. copied: an entry stands there twice. block: rows were added, removed or moved. chain: a seal is missing, changed or out of order. */
  kind: 'edited' | 'copied' | 'block' | 'chain'
  /** Entry id for `edited` and `copied`, block number otherwise. */
  at: string
}

export interface AuditReport {
  entries: number
  seals: number
  problems: AuditProblem[]
}

const CHUNK = 5_000

export interface AuditVerification {
  /** A seal that was kept outside the database (the log prints each): with it, a tail cut off as a whole is found too. */
  anchor?: Pick<AuditSeal, 'block' | 'hash'>
  /** Told how many entries and seals have been read, of how many; what it throws ends the verification. */
  onProgress?(done: number, total: number): Promise<void>
}

/** Reads the whole audit log and reports every entry and block that is not as it was written. */
export async function verifyAudit(db: Queryable, secretKey: Buffer, { anchor, onProgress }: AuditVerification = {}): Promise<AuditReport> {
  const key = auditKey(secretKey)
  const problems: AuditProblem[] = []
  const { rows } = await sql<{ total: string }>`
    select (select count(*) from platform.audit_entry) + (select count(*) from platform.audit_seal) as total`.execute(db)
  const total = Number(rows[0]?.total)
  const entries = await verifyEntries(db, key, problems, async (done) => onProgress?.(done, total))
  await findCopies(db, problems)
  const seals = await verifySeals(db, key, problems, anchor, async (done) => onProgress?.(entries + done, total))
  return { entries, seals, problems }
}

type Progress = (done: number) => Promise<void>

async function verifyEntries(db: Queryable, key: KeyObject, problems: AuditProblem[], progress: Progress): Promise<number> {
  let after = '-9223372036854775808'
  let count = 0
  for (;;) {
    const { rows } = await sql<AuditContent & { id: string; mac: Buffer; exact: boolean }>`
      select id, at, date_trunc('milliseconds', at) = at as exact, actor, action, subject_type as "subjectType", subject_id as "subjectId",
        before::text as before, after::text as after, trace_id as "traceId", ip, nonce, mac
      from platform.audit_entry where id > ${after} order by id limit ${CHUNK}
    `.execute(db)
    for (const row of rows) if (!row.exact || !entryMac(key, row).equals(row.mac)) problems.push({ kind: 'edited', at: row.id })
    count += rows.length
    await progress(count)
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return count
    after = last.id
  }
}

/** A genuine row inserted again still fits its MAC; what gives it away is that no two entries share one. */
async function findCopies(db: Queryable, problems: AuditProblem[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select max(id) as id from platform.audit_entry group by mac having count(*) > 1`.execute(db)
  for (const { id } of rows) problems.push({ kind: 'copied', at: id })
}

async function verifySeals(db: Queryable, key: KeyObject, problems: AuditProblem[], anchor: AuditVerification['anchor'], progress: Progress): Promise<number> {
  const { rows: seals } = await sql<{ block: string; entries: string; previous: Buffer; hash: Buffer }>`
    select block, entries, previous, hash from platform.audit_seal order by block
  `.execute(db)
  let expected = 1n
  let previous: Buffer = FIRST
  for (const [at, seal] of seals.entries()) {
    await progress(at)
    const { entries, content } = await blockContent(db, seal.block)
    if (BigInt(seal.block) !== expected || !seal.previous.equals(previous) || seal.entries !== entries) problems.push({ kind: 'chain', at: seal.block })
    if (!sealHash(key, seal.block, entries, content, seal.previous).equals(seal.hash)) problems.push({ kind: 'block', at: seal.block })
    if (anchor?.block === seal.block && anchor.hash !== seal.hash.toString('hex')) problems.push({ kind: 'chain', at: seal.block })
    expected = BigInt(seal.block) + 1n
    previous = seal.hash
  }
  await progress(seals.length)
  if (anchor && BigInt(anchor.block) >= expected) problems.push({ kind: 'chain', at: anchor.block })
  return seals.length
}
