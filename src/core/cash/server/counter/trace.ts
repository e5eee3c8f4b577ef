import { sql } from 'kysely'
import { defineTraceStep, idsOf, opened, type TraceFacts, type TraceStep, type TraceSubject } from '#core/trace/server/public.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { cashOrderMachine, listCashOrders } from '../../contract/counter/cash-order.ts'
import { slipMachine } from '../../contract/counter/slip.ts'
import { CASH_ORDER } from './order-record.ts'
import { SLIP } from './slip-result.ts'

/** How slips name the records that they are for: what their plugs know (sources.ts). */
export interface SlipLinks {
  /** The record that a slip of a kind is for. */
  subject(db: Queryable, kind: string, sourceId: string): Promise<TraceSubject | undefined>
  /** What slips call these records. */
  sourceIds(db: Queryable, subjects: readonly TraceSubject[]): Promise<readonly string[]>
}

type Row = Omit<TraceFacts, 'status' | 'type'> & { status: string }

async function aboutSource(db: Queryable, table: 'cash.slip' | 'cash.cash_order', id: string, links: SlipLinks): Promise<TraceSubject[]> {
  const { rows } = await sql<{
    kind: string
    source: string
  }>`select source_kind as kind, source_id as source from ${sql.table(table)} where id = ${id}`.execute(db)
  const [row] = rows
  const subject = row && (await links.subject(db, row.kind, row.source))
  return subject ? [subject] : []
}

/** What counters took in and paid out. */
export const slipTrace = (links: SlipLinks): TraceStep =>
  defineTraceStep({
    type: SLIP,
    title: { vi: 'Phiếu thu, chi tại quầy', en: 'Counter slip' },
    async find(db, by) {
      const which = 'ids' in by ? sql`s.id = any(${by.ids}::bigint[])` : sql`s.code = ${by.code.toUpperCase()}`
      const { rows } = await sql<Row>`select s.id, s.code, s.occurred_at as at, s.status, s.amount from cash.slip s where ${which}`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: SLIP, ...row, status: { machine: slipMachine.name, value: status } }))
    },
    async visible(reader, ids) {
      const rows = await reader.scope.selectFrom('cash.slip as s').select('s.id').where('s.id', '=', sql<string>`any(${ids}::bigint[])`).execute()
      return opened(rows, undefined, reader)
    },
    about: (db, id) => aboutSource(db, SLIP, id, links),
    async of(db, subjects) {
      const [sources, transactions] = [await links.sourceIds(db, subjects), idsOf(subjects, 'payment.transaction')]
      if (sources.length + transactions.length === 0) return []
      const { rows } = await sql<{ id: string }>`
        select id from cash.slip where source_id = any(${sources}::text[]) union select id from cash.slip where transaction_id = any(${transactions}::bigint[])`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },
  })

/** Payments above a teller's limit, as they were asked for. */
export const cashOrderTrace = (links: SlipLinks, list: (code: string) => string): TraceStep =>
  defineTraceStep({
    type: CASH_ORDER,
    title: { vi: 'Lệnh chi tiền mặt', en: 'Cash order' },
    async find(db, by) {
      const which = 'ids' in by ? sql`o.id = any(${by.ids}::bigint[])` : sql`o.code = ${by.code.toUpperCase()}`
      const { rows } = await sql<Row>`select o.id, o.code, o.created_at as at, o.status, o.amount from cash.cash_order o where ${which}`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: CASH_ORDER, ...row, status: { machine: cashOrderMachine.name, value: status } }))
    },
    async visible({ scope, session }, ids) {
      const rows = await scope.selectFrom('cash.cash_order as o').select(['o.id', 'o.code']).where('o.id', '=', sql<string>`any(${ids}::bigint[])`).execute()
      const may = session.permissions.has(listCashOrders.permission)
      return new Map(rows.map(({ id, code }) => [id, may ? list(code) : null]))
    },
    about: (db, id) => aboutSource(db, CASH_ORDER, id, links),
    async of(db, subjects) {
      const sources = await links.sourceIds(db, subjects)
      if (sources.length === 0) return []
      const { rows } = await sql<{ id: string }>`select id from cash.cash_order where source_id = any(${sources}::text[])`.execute(db)
      return rows.map(({ id }) => id)
    },
  })
