import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Tx } from '../database/db.ts'
import { redact } from '../logging.ts'
import { deriveKey } from '../secret-box.ts'

/** One thing that happened. Values under secret names are cut out before they are stored. */
export interface AuditFact {
  /** 'user:ketoan', 'partner:CLIENT' or 'system'. */
  actor: string
  /** What was done: the contract's 'POST /qr-admin/...', or a name such as 'iam.login'. */
  action: string
  /** Kind of the record concerned: 'payment.transaction'. */
  subjectType: string
  subjectId: string | null
  before?: unknown
  after?: unknown
  traceId: string
  ip: string
}

/** Of a fact: a user did it, by a call. */
export const byUser = (account: string, { traceId, ip }: Pick<AuditFact, 'traceId' | 'ip'>) => ({ actor: `user:${account}`, traceId, ip })

/** Writes the audit trail inside the transaction of the change it records. */
export interface AuditLog {
  write(tx: Tx, fact: AuditFact): Promise<void>
  /** One statement for any number of facts. */
  writeMany(tx: Tx, facts: readonly AuditFact[]): Promise<void>
  /** The entries of facts, for a statement that stores them together with what they are about; it holds the open block as writeMany does. */
  entriesOf(facts: readonly AuditFact[]): AuditEntry[]
}

/** The stored columns that the MAC of an entry covers. */
export interface AuditContent {
  at: Date
  actor: string
  action: string
  subjectType: string
  subjectId: string | null
  before: string | null
  after: string | null
  traceId: string
  ip: string
  /** Eight random bytes. */
  nonce: Buffer
}

export type AuditEntry = AuditContent & { mac: Buffer }

/** As a KeyObject: an HMAC under a Buffer costs five times as much. */
export function auditKey(secretKey: Buffer): KeyObject {
  return createSecretKey(deriveKey(secretKey, 'buu-tram audit log'))
}

/** HMAC-SHA256 over the content of one entry, in a form where no two contents look alike. */
export function entryMac(key: KeyObject, entry: AuditContent): Buffer {
  const content = JSON.stringify([
    entry.at.toISOString(),
    entry.actor,
    entry.action,
    entry.subjectType,
    entry.subjectId,
    entry.before,
    entry.after,
    entry.traceId,
    entry.ip,
    entry.nonce.toString('hex'),
  ])
  return createHmac('sha256', key).update(content).digest()
}

export function createAuditLog(secretKey: Buffer, clock: Clock): AuditLog {
  const key = auditKey(secretKey)

  function entriesOf(facts: readonly AuditFact[]): AuditEntry[] {
    const at = clock.now()
    const random = randomBytes(8 * facts.length)
    return facts.map((fact, n) => {
      const nonce = random.subarray(8 * n, 8 * n + 8)
      const content: AuditContent = { ...fact, at, before: document(fact.before), after: document(fact.after), nonce }
      return { ...content, mac: entryMac(key, content) }
    })
  }

  async function writeMany(tx: Tx, facts: readonly AuditFact[]): Promise<void> {
    const entries = entriesOf(facts)
    const [first] = entries
    if (!first) return
    const column = (name: keyof AuditContent) => entries.map((entry) => entry[name])
    await sql`
      with open as materialized (select platform.audit_open_block() as block)
      insert into platform.audit_entry (block, at, actor, action, subject_type, subject_id, before, after, trace_id, ip, nonce, mac)
      select open.block, ${first.at}, e.actor, e.action, e.subject_type, e.subject_id, e.before::json, e.after::json, e.trace_id, e.ip, e.nonce, e.mac
      from open, unnest(
        ${column('actor')}::text[], ${column('action')}::text[], ${column('subjectType')}::text[], ${column('subjectId')}::text[],
        ${column('before')}::text[], ${column('after')}::text[], ${column('traceId')}::text[], ${column('ip')}::text[],
        ${column('nonce')}::bytea[], ${entries.map((entry) => entry.mac)}::bytea[]
      ) as e (actor, action, subject_type, subject_id, before, after, trace_id, ip, nonce, mac)
    `.execute(tx)
  }

  return { write: (tx, fact) => writeMany(tx, [fact]), writeMany, entriesOf }
}

/** The json text of a before or after picture; NUL, which PostgreSQL's text cannot hold, is dropped. */
function document(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(redact(value)).replaceAll('\\u0000', '')
}
