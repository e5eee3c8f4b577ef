import { sql } from 'kysely'
import { defineTraceStep, idsOf, opened, type TraceFacts, type TraceStep } from '#core/trace/server/public.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { settlementMachine } from '../contract/machine.ts'
import { findSettlement, listMovements } from '../contract/settlements.ts'
import { MERCHANT_SETTLEMENT } from '../contract/words.ts'
import { SETTLEMENT } from './records.ts'

const PAYMENT = 'payment.transaction'
/** Of a settlement that many of its payments are shown with it. */
const SHOWN = 20

/** The units of whose merchants a batch may have taken some settlements. */
export async function unitsOfSettlements(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from settlement.settlement s
      cross join lateral unnest(array[s.head_unit_id, s.province_unit_id, s.district_unit_id, s.office_unit_id]) as u (id)
     where s.id = any(${ids}::bigint[]) and u.id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Settlements of merchants, from a payment to the one that paid it, by way of those it was merged into; one that was merged leads on, never back. */
export const settlementTrace = (path: (id: string) => string, payments: (code: string) => string): TraceStep =>
  defineTraceStep({
    type: SETTLEMENT,
    title: { vi: 'Quyết toán điểm bán', en: 'Settlement' },
    async find(db, by) {
      const which = 'ids' in by ? sql`s.id = any(${by.ids}::bigint[])` : sql`s.code = ${by.code.toUpperCase()}`
      const { rows } = await sql<Omit<TraceFacts, 'status' | 'type'> & { status: string }>`
        select s.id, s.code, s.closed_at as at, s.status, s.net as amount from settlement.settlement s where ${which}`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: SETTLEMENT, ...row, status: { machine: settlementMachine.name, value: status } }))
    },
    async visible(reader, ids) {
      const rows = await reader.scope.selectFrom('settlement.settlement as s').select('s.id').where('s.id', '=', sql<string>`any(${ids}::bigint[])`).execute()
      return opened(rows, { permission: findSettlement.permission, path }, reader)
    },
    async of(db, subjects) {
      const [paid, merged] = [idsOf(subjects, PAYMENT), idsOf(subjects, SETTLEMENT)]
      if (paid.length === 0 && merged.length === 0) return []
      const { rows } = await sql<{ id: string }>`
        select settlement_id as id from settlement.movement where transaction_id = any(${paid}::bigint[]) and settlement_id is not null
        union select merged_into_id from settlement.settlement where id = any(${merged}::bigint[]) and merged_into_id is not null order by id`.execute(db)
      return rows.map(({ id }) => id)
    },
    /** Of its own transfers: those of what was merged into it are of that. */
    async moves(db, id) {
      const { rows } = await sql<{ sourceId: string }>`
        with made as (
          select i.id, i.transaction_id from disbursement.item i where i.source_kind = ${MERCHANT_SETTLEMENT} and i.source_item = ${id}
            and i.source_id = any(${await unitsOfSettlements(db, [id])}::bigint[])
        )
        select transaction_id as "sourceId" from made where transaction_id is not null
        union select r.transaction_id from disbursement.returned r join made on made.id = r.item_id order by 1`.execute(db)
      return { sources: rows.map(({ sourceId }) => ({ sourceType: PAYMENT, sourceId })) }
    },
    async parts({ db, session }, id) {
      const { rows } = await sql<{ id: string; count: number; code: string }>`
        select x.id, count(*) over ()::int as count, s.code from (
          select transaction_id as id, max(journal_id) as newest from settlement.movement where settlement_id = ${id} and transaction_id is not null group by transaction_id
        ) x, settlement.settlement s where s.id = ${id} order by x.newest desc limit ${SHOWN}`.execute(db)
      const [first] = rows
      const may = first !== undefined && session.permissions.has(listMovements.permission)
      return { subjects: rows.map((one) => ({ type: PAYMENT, id: one.id })), count: first?.count ?? 0, path: may ? payments(first.code) : null }
    },
  })
