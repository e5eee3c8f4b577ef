import { type RawBuilder, sql } from 'kysely'
import { PAID_STATUSES } from '#core/payments/contract/transaction.ts'
import { addDays, startOfDay } from '#kernel/dates.ts'
import type { LinesAsked, OurLine, ReconciliationPlug } from './plug.ts'

/** Which transactions are the lines of a plug. */
export interface TransactionLines {
  /** Key of the plug. */
  key: string
  /** Codes of the payment services. */
  services: readonly string[]
}

/** States in which the money of a transaction has moved; what was cancelled has moved twice, and its way back is a line of its own. */
const MOVED = [...PAID_STATUSES, 'CANCELLED']

/** What is booked for the first open day after a closed one counts for a later business date; nobody closes more days in a row. */
const LATEST = 62

/** What is written before an instant may be committed after it, when a matching has looked already; no transaction takes as long as this. */
const IN_FLIGHT_MS = 10 * 60_000

/**
 * Lines with what only this file looks at: `changed_at`. Both ways back that are no transactions of their own, refunds and cancellations that were posted
 * here and now, are lines beside that of the payment, of the day on which they were made. A verdict that was booked otherwise since turns what has moved.
 * `since`: only payments that may have changed after it are read, as the indexes know them.
 */
function linesOf({ services }: TransactionLines, { partnerId, from, to }: LinesAsked, since?: Date) {
  const begin = startOfDay(from)
  const end = startOfDay(addDays(to, 1))
  const day = (at: string) => sql`(${sql.ref(at)} at time zone 'Asia/Ho_Chi_Minh')::date`
  const given = (table: string, at: string, what: string) => sql`
    select t.id, t.code, ${day(at)}, ${sql.ref(at)}, case t.direction when 'IN' then -1 else 1 end * (b.amount * 100)::bigint, (b.fee * 100)::bigint,
      t.external_ref, coalesce(t.bank_reference, ''), case t.direction when 'IN' then t.payer_account else t.payee_account end,
      case t.direction when 'IN' then t.payer_name else t.payee_name end, b.reason, ${what}::text, true, b.created_at
    from ${sql.table(table)} b join payment.transaction t on t.id = b.transaction_id and t.business_date = b.business_date
    where b.refund_transaction_id is null and ${sql.ref(at)} >= ${begin} and ${sql.ref(at)} < ${end} and t.partner_id = ${partnerId} and t.service = any(${services}::text[])`
  const touched = since
    ? sql`and (t.updated_at > ${since} or t.created_at > ${since}
        or t.id = any(array(select transaction_id from outcome.outcome_case where conflict_booked_at is not null and conflict_booked_at > ${since})))`
    : sql``
  return sql`
    select t.id as source_id, t.code as source_code, ${day('t.occurred_at')} as day, t.occurred_at as at,
      case t.direction when 'IN' then 1 else -1 end * t.amount_hundredths as amount, t.fee_hundredths as fee, t.external_ref as reference,
      coalesce(t.bank_reference, '') as document_no, case t.direction when 'IN' then t.payer_account else t.payee_account end as counter_account,
      case t.direction when 'IN' then t.payer_name else t.payee_name end as counter_name, t.memo as text, t.status,
      (t.status = any(${MOVED}::text[])) <> (c.id is not null) as money, greatest(t.created_at, t.updated_at, c.conflict_booked_at) as changed_at
    from payment.transaction t left join outcome.outcome_case c on c.transaction_id = t.id and c.conflict_booked_at is not null
    where t.partner_id = ${partnerId} and t.service = any(${services}::text[]) and t.occurred_at >= ${begin} and t.occurred_at < ${end}
      and t.business_date between ${from}::date - 1 and ${to}::date + ${LATEST}::integer ${touched}
    union all ${given('payment.refund', 'b.refunded_at', 'REFUNDED')}
    union all ${given('payment.cancellation', 'b.cancelled_at', 'CANCELLED')}`
}

/** The columns of a line, of SQL that has more. */
export const linesWithin = (lines: RawBuilder<unknown>): RawBuilder<OurLine> =>
  sql`select source_id, source_code, day, at, amount, fee, reference, document_no, counter_account, counter_name, text, status, money from (${lines}) own`

/** What may have changed after a matching that ended at this instant, or was being written then. */
const before = (since: Date) => new Date(since.getTime() - IN_FLIGHT_MS)

/**
 * Of lines with `changed_at`, those that came or changed since, or were being written then, and are others than the session of these days holds them. What
 * has changed without touching its line (a refund of a later day, a note) is left alone.
 */
export function changedWithin(
  key: string,
  { partnerId, from, to }: LinesAsked,
  since: Date,
  { side, lines }: { side: 'O' | 'T'; lines: RawBuilder<unknown> },
): RawBuilder<{ source_id: string; source_code: string }> {
  return sql`
    with now as materialized (select * from (${lines}) own where changed_at > ${before(since)}), held as materialized (
      select l.source_id, l.amount, l.money from reconciliation.session s
        join reconciliation.line l on l.period = s.from_day and l.session_id = s.id and l.side = ${side} and l.source_id in (select source_id from now)
      where s.plug = ${key} and s.partner_id is not distinct from ${partnerId}::bigint and s.from_day = ${from} and s.to_day = ${to} and s.status <> 'CANCELLED'
    )
    select distinct n.source_id, n.source_code from now n
    where not exists (select from held h where h.source_id = n.source_id and h.amount = n.amount and h.money = n.money)`
}

/** What of a plug over transactions is the same for all services: its lines, and which of them are others than those of the session of these days. */
export function transactionLines(of: TransactionLines): Pick<ReconciliationPlug, 'ourLines' | 'changedSince'> {
  return {
    ourLines: (asked) => linesWithin(linesOf(of, asked)),
    changedSince: (asked, since) => changedWithin(of.key, asked, since, { side: 'O', lines: linesOf(of, asked, before(since)) }),
  }
}
