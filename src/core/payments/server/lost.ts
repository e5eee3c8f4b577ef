import { sql } from 'kysely'
import { parseMoney } from '#kernel/money.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { Runtime } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { type TransactionEvent, type TransactionStatus, type TransactionType, transactionMachine, transactionsTopic } from '../contract/transaction.ts'
import { PATHS } from './receipts.ts'
import type { PaymentService } from './service.ts'

interface Open {
  id: string
  code: string
  type: TransactionType
  status: TransactionStatus
  version: number
  businessDate: string
  amount: string
  fee: string
  tax: string
}

/**
 * Transactions that were begun and never ended, of one service: from now on nobody knows what became of them, until an outcome says so.
 * One database transaction; answers their ids. What has ended meanwhile stays as it is.
 */
export async function loseTrack(runtime: Runtime, service: PaymentService, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { db, clock, config, audit } = runtime
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Open>`
      select t.id, t.code, t.type, t.status, t.version, t.business_date as "businessDate", t.amount, t.fee, t.tax
      from payment.transaction_key k join payment.transaction t on t.id = k.transaction_id and t.business_date = k.business_date
      where k.transaction_id = any(${ids}::bigint[]) and t.service = ${service.declaration.code} and t.status in ('INITIATED', 'PROCESSING')
      order by t.id for no key update of t`.execute(tx)
    if (rows.length === 0) return []
    const eventsOf = ({ status }: Open) => (status === transactionMachine.initial ? PATHS.UNKNOWN : PATHS.UNKNOWN.slice(-1)) as [TransactionEvent]
    await fireMany(
      tx,
      transactionMachine,
      'payment.transaction',
      rows.map((row) => ({ id: row.id, event: eventsOf(row), version: row.version, where: { business_date: row.businessDate }, set: { updated_at: now } })),
    )
    const steps = rows.flatMap((row) => {
      let from: string = row.status
      return eventsOf(row).map((step, at) => {
        const { to } = transactionMachine.events[step]
        const made = { id: row.id, day: row.businessDate, nth: at + 1, step, from_status: from, to_status: to }
        from = to
        return made
      })
    })
    await sql`
      insert into payment.transaction_event (transaction_id, business_date, seq, step, from_status, to_status, occurred_at, actor_kind, actor)
      select r.id, r.day, (select max(e.seq) from payment.transaction_event e where e.transaction_id = r.id and e.business_date = r.day) + r.nth, r.step, r.from_status, r.to_status,
        ${now}, 'SYSTEM', 'system'
      from json_to_recordset(${JSON.stringify(steps)}::json) as r (id bigint, day date, nth smallint, step text, from_status text, to_status text)`.execute(tx)
    await audit.writeMany(
      tx,
      rows.map(({ id, code, status, version }) => ({
        ...{ actor: 'system', action: 'payments.loseTrack', subjectType: 'payment.transaction', subjectId: id },
        ...{ before: { status, version }, after: { code, status: 'UNKNOWN' }, traceId: 'payments', ip: '' },
      })),
    )
    await service.settled?.(
      rows.map(({ id, code, type, status, businessDate, amount, fee, tax }) => ({
        ...{ id, code, type, businessDate, status: 'UNKNOWN' as const, from: status, occurredAt: now },
        ...{ amount: parseMoney(amount), fee: parseMoney(fee), tax: parseMoney(tax) },
      })),
      { tx, db, now, secretKey: config.secretKey, audit },
    )
    await publish(tx, { topic: transactionsTopic })
    return rows.map(({ id }) => id)
  })
}
