import { sql } from 'kysely'
import { isoLocal } from '#kernel/dates.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { WebhookKind } from '../../contract/webhooks/endpoints.ts'

/** Something that a partner may be told. Transactions and their refunds are told by the database itself. */
export interface WebhookFact {
  partnerId: string
  kind: Exclude<WebhookKind, 'TRANSACTION' | 'REFUND'>
  /** What it is about, as the partner knows it: the code of an order, of an incident. */
  subject: string
  /** Grows with each state of the subject. */
  stateVersion: number
  at: Date
  data: Readonly<Record<string, unknown>>
}

/** Tells partners what has happened, once this transaction is committed; those that have no endpoint for it are told nothing. Answers how many events there are. */
export async function emitWebhooks(tx: Tx, facts: readonly WebhookFact[]): Promise<number> {
  if (facts.length === 0) return 0
  const documents = facts.map(({ partnerId, stateVersion, at, ...fact }) => ({ ...fact, partner: partnerId, version: stateVersion, at: isoLocal(at) }))
  const { rows } = await sql<{ made: number }>`select partner.emit_webhooks(${JSON.stringify(documents)}::json) as made`.execute(tx)
  return rows[0]?.made ?? 0
}
