import { type SqlBool, sql } from 'kysely'
import { defineTraceStep, opened, type TraceFacts, type TraceStep } from '#core/trace/server/public.ts'
import { treasuryMachine } from '../../contract/treasury/transaction.ts'
import { findTreasury } from '../../contract/treasury/transactions.ts'
import { seenIn, TREASURY } from './record.ts'

/** Cash between holdings and banks, by code or seal; on its way it lies with a courier. */
export const treasuryTrace = (path: (id: string) => string): TraceStep =>
  defineTraceStep({
    type: TREASURY,
    title: { vi: 'Giao dịch ngân quỹ', en: 'Treasury transaction' },
    proves: sql<SqlBool>`c.key = 'CASH_IN_TRANSIT'`,
    async find(db, by) {
      const which =
        'ids' in by
          ? sql`t.id = any(${by.ids}::bigint[])`
          : sql`t.code = ${by.code.toUpperCase()} or (t.seal_number = ${by.code} and t.seal_number is not null and t.status <> 'CANCELLED')`
      const { rows } = await sql<Omit<TraceFacts, 'status' | 'type'> & { status: string }>`
        select t.id, t.code, t.created_at as at, t.status, t.amount from cash.treasury_transaction t where ${which}`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: TREASURY, ...row, status: { machine: treasuryMachine.name, value: status } }))
    },
    async visible(reader, ids) {
      const rows = await reader.db
        .selectFrom('cash.treasury_transaction as t')
        .select('t.id')
        .where('t.id', '=', sql<string>`any(${ids}::bigint[])`)
        .where(seenIn(reader.scope))
        .execute()
      return opened(rows, { permission: findTreasury.permission, path }, reader)
    },
    moves: async (_db, id) => ({ sources: [{ sourceType: TREASURY, sourceId: id }] }),
  })
