import { type SqlBool, sql } from 'kysely'
import type { SlipLinks } from '#core/cash/server/public.ts'
import { type TracedService, tracedService } from '#core/payments/server/public.ts'
import { payoutLine } from '#core/payouts/server/public.ts'
import { defineTraceStep, idsOf, opened, type TraceFacts, type TraceStep, type TraceSubject } from '#core/trace/server/public.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { moneyOrderMachine } from '../contract/machine.ts'
import { findOrder } from '../contract/orders.ts'
import { lineCode, lineOf, payoutTransactions } from '../contract/payouts.ts'
import { payoutSlip } from '../contract/slip-kinds.ts'
import { cfmTransactions } from '../contract/transactions.ts'
import { ORDER, seenIn } from './order-list.ts'
import { cfmPayments } from './service.ts'

const owed = ['payable', 'customerSuspense'].flatMap((part) => cfmPayments.accounts[part]?.code ?? [])

/** Transactions of the slips that name a record. */
export async function slipTransactions(db: Queryable, sourceIds: readonly string[]): Promise<string[]> {
  if (sourceIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`select transaction_id as id from cash.slip where source_id = any(${sourceIds}::text[]) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Money orders: what counters took in and paid out for one; between the two it is owed. */
export const orderTrace = (path: (id: string) => string): TraceStep =>
  defineTraceStep({
    type: ORDER,
    title: { vi: 'Phiếu chuyển tiền', en: 'Money order' },
    proves: sql<SqlBool>`a.code in (${sql.join(owed)})`,
    async find(db, by) {
      const which = 'ids' in by ? sql`o.id = any(${by.ids}::bigint[])` : sql`o.code = ${by.code.toUpperCase()}`
      const { rows } = await sql<Omit<TraceFacts, 'status' | 'type'> & { status: string }>`
        select o.id, o.code, o.created_at as at, o.status, o.amount from cash.money_order o where ${which}`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: ORDER, ...row, status: { machine: moneyOrderMachine.name, value: status } }))
    },
    async visible(reader, ids) {
      const rows = await reader.db
        .selectFrom('cash.money_order as t')
        .select('t.id')
        .where('t.id', '=', sql<string>`any(${ids}::bigint[])`)
        .where(seenIn(reader.scope))
        .execute()
      return opened(rows, { permission: findOrder.permission, path }, reader)
    },
    async moves(db, id) {
      const transactions = await slipTransactions(db, await orderCodes(db, [id]))
      return { sources: transactions.map((sourceId) => ({ sourceType: 'payment.transaction', sourceId })) }
    },
  })

async function orderCodes(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ code: string }>`select code from cash.money_order where id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ code }) => code)
}

/** Slips name money orders by their codes, and lines of payout lists by what counters call them. */
export const slipLinks: SlipLinks = {
  async subject(db, kind, sourceId) {
    if (kind === payoutSlip.kind) {
      const id = lineOf(sourceId)
      return id === undefined ? undefined : { type: payoutLine, id }
    }
    const { rows } = await sql<{ id: string }>`select id from cash.money_order where code = ${sourceId}`.execute(db)
    return rows[0] && { type: ORDER, id: rows[0].id }
  },
  sourceIds: async (db, subjects) => [...(await orderCodes(db, idsOf(subjects, ORDER))), ...idsOf(subjects, payoutLine).map(lineCode)],
}

async function madeFor(db: Queryable, transactionId: string): Promise<TraceSubject[]> {
  const { rows } = await sql<{ kind: string; source: string }>`
    select source_kind as kind, source_id as source from cash.slip where transaction_id = ${transactionId}`.execute(db)
  const [slip] = rows
  const subject = slip && (await slipLinks.subject(db, slip.kind, slip.source))
  return subject ? [subject] : []
}

/** The transactions of counters, which are made for money orders and lines of payout lists. */
export const tracedAtCounters: readonly TracedService[] = [tracedService(cfmTransactions, madeFor), tracedService(payoutTransactions, madeFor)]
export const madeForAny = async (db: Queryable, subjects: readonly TraceSubject[]) => slipTransactions(db, await slipLinks.sourceIds(db, subjects))

/** What counters call a line of a payout list, and what they paid for it. */
export const linesAtCounters = {
  codeOf: lineCode,
  idOf: lineOf,
  async transactions(db: Queryable, ids: readonly string[]) {
    const { rows } = await sql<{ code: string; transactionId: string }>`
      select source_id as code, transaction_id as "transactionId" from cash.slip where source_id = any(${ids.map(lineCode)}::text[]) order by id`.execute(db)
    return rows.map(({ code, transactionId }) => ({ lineId: lineOf(code) as string, transactionId }))
  },
}
