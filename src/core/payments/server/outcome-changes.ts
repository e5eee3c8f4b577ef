import { CompiledQuery } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { Runtime } from '#platform/server/module.ts'
import { type Direction, type TransactionEvent, type TransactionStatus, type TransactionType, transactionMachine } from '../contract/transaction.ts'
import { type IngestResult, type OutcomeLine, type ReceiptRow, receiptOf } from './receipts.ts'

/** Anybody's word on it. */
export interface OutcomeWord extends Pick<OutcomeLine, 'externalRef' | 'outcome' | 'occurredAt' | 'language' | 'traceId' | 'ip'> {
  partnerId: string
  /** 'partner:CLIENT', 'user:ACCOUNT' or 'system'. */
  actor: string
}

/** A transaction as it stands, locked. */
export interface Standing extends ReceiptRow {
  id: string
  partnerId: string
  version: number
  occurredAt: Date
  service: string
  type: TransactionType
  direction: Direction
  headUnitId: string
  provinceUnitId: string | null
  districtUnitId: string | null
  officeUnitId: string | null
  merchantId: string | null
  creditedAccount: string | null
  outcome: { code: string; message: string } | null
}

/** A decided change: the events to fire, in order. */
export interface Change {
  line: OutcomeWord
  standing: Standing
  events: readonly [TransactionEvent, ...TransactionEvent[]]
  to: TransactionStatus
  at: Date
  /** The day that it counts for, posted or failed, and its own day where what it posted counts for another one. */
  businessDate: string
  lateOf: string | null
}

/** Fires what was decided, with timeline and audit entry, and fills in the results. */
export async function storeChanges(runtime: Runtime, tx: Tx, changes: Map<number, Change>, results: (IngestResult | undefined)[]): Promise<void> {
  if (changes.size === 0) return
  const rows = [...changes.values()]
  await updateTransactions(tx, rows, runtime.clock.now())
  await runtime.audit.writeMany(
    tx,
    rows.map(({ line, standing, to }) => ({
      actor: line.actor,
      action: 'payments.outcome',
      subjectType: 'payment.transaction',
      subjectId: standing.id,
      before: { status: standing.status, version: standing.version },
      after: { code: standing.code, status: to, outcome: line.outcome.code },
      traceId: line.traceId,
      ip: line.ip,
    })),
  )
  for (const [at, { standing, to, lateOf }] of changes) results[at] = { status: 'created', receipt: receiptOf({ ...standing, status: to, lateOf }) }
}

/**
 * Fires the events of each row from the version it was read in, and writes the timeline, numbered on from what it holds: the rows
 * are locked by an earlier statement, so the next one sees everything written under their locks.
 */
async function updateTransactions(tx: Tx, changes: readonly Change[], now: Date): Promise<void> {
  const moved = changes.map(({ line, standing: { id, version, businessDate }, events, at, lateOf, businessDate: counts, to }) => ({
    id,
    event: events,
    version,
    where: { business_date: businessDate },
    set: { outcome: outcomeOf(line, at), updated_at: now, late_of: lateOf, ledger_date: isDecided(to) ? counts : null },
  }))
  await fireMany(tx, transactionMachine, 'payment.transaction', moved)
  const documents = changes.map(({ line, standing, events, to, at }) => {
    let from = standing.status
    const steps = events.map((step, index) => {
      const step_to = transactionMachine.events[step].to
      const made = { nth: index + 1, step, from_status: from, to_status: step_to, detail: step_to === to ? outcomeOf(line, at) : null }
      from = step_to
      return made
    })
    return { id: standing.id, business_date: standing.businessDate, at: at.toISOString(), kind: kindOf(line), actor: line.actor, steps }
  })
  const days = [...new Set(documents.map(({ business_date }) => business_date))]
  await tx.executeQuery(CompiledQuery.raw(WRITE_TIMELINE, [JSON.stringify(documents), days]))
}

const isDecided = (to: TransactionStatus) => to === 'SUCCEEDED' || to === 'FAILED'

const kindOf = ({ actor }: OutcomeWord) => (actor === 'system' ? 'SYSTEM' : actor.startsWith('user:') ? 'USER' : 'GATEWAY')

const outcomeOf = ({ outcome }: OutcomeWord, at: Date) => ({ ...outcome, occurredAt: at.toISOString() })

const WRITE_TIMELINE = `
  insert into payment.transaction_event (transaction_id, business_date, seq, step, from_status, to_status, occurred_at, actor_kind, actor, detail)
  select r.id, r.business_date, last.seq + s.nth, s.step, s.from_status, s.to_status, r.at, r.kind, r.actor, s.detail
  from json_to_recordset($1::json) as r (id bigint, business_date date, at timestamptz, kind text, actor text, steps json)
  cross join lateral (
    select max(e.seq) as seq from payment.transaction_event e where e.transaction_id = r.id and e.business_date = r.business_date and e.business_date = any($2::date[])
  ) last
  cross join lateral json_to_recordset(r.steps) as s (nth smallint, step text, from_status text, to_status text, detail jsonb)`
