import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { DB } from '#platform/server/database/db.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { hasFeeOnTop } from '../../contract/service.ts'
import { PAID_STATUSES } from '../../contract/transaction.ts'
import type { TransactionContracts } from '../../contract/transactions.ts'
import type { OwnColumns } from '../service.ts'

export type Transactions = SelectQueryBuilder<DB & { t: DB['payment.transaction'] }, 't', Record<never, never>>

/** Joins the service's own columns, each selected under its field's name behind `prefix`. */
export function withOwn<T extends Transactions>(query: T, own: OwnColumns | undefined, prefix = ''): T {
  if (!own) return query
  return query
    .leftJoin(...lookup(`${own.table} as o` as 'payment.transaction as o', { 'o.id': 't.id', 'o.business_date': 't.business_date' }))
    .select(Object.entries(own.columns).map(([field, column]) => sql.ref(`o.${column}`).as(`${prefix}${field}`))) as unknown as T
}

const paid = sql`t.status in (${sql.join(PAID_STATUSES.map((status) => sql.lit(status)))})`

/** What is charged, in SQL: fee and tax are calculated when a transaction is reported, and due, or known to be, once it has succeeded. */
export function chargesOf({ service }: TransactionContracts) {
  // The stored row says where its fee lies; an index that lacks the column sums what lies inside for certain.
  const inside = (charges: RawBuilder<unknown>) => (hasFeeOnTop(service) ? sql`case when t.fee_on_top then 0 else ${charges} end` : charges)
  return {
    fee: sql<string | null>`case when ${paid} then t.fee end`,
    tax: sql<string | null>`case when ${paid} then t.tax end`,
    net: sql<string | null>`case when ${paid} then t.amount - ${inside(sql`(t.fee + t.tax)`)} end`,
    /** Whole hundredths are summed, which the index of totals holds: half the cost of numeric. */
    sums: {
      amount: sql`sum(t.amount_hundredths) * 0.01`,
      fee: sql`sum(t.fee_hundredths) filter (where ${paid}) * 0.01`,
      tax: sql`sum(t.tax_hundredths) filter (where ${paid}) * 0.01`,
      net: sql`sum(t.amount_hundredths - ${inside(sql`(t.fee_hundredths + t.tax_hundredths)`)}) filter (where ${paid}) * 0.01`,
    },
  }
}
