import { sql } from 'kysely'
import { defineTraceStep, idsOf, type TraceFacts, type TraceStep } from '#core/trace/server/public.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { listExchanges } from '../contract/exchanges.ts'

const EXCHANGE = 'partner.exchange'
/** Of one transaction; an inquiry that goes on for weeks is not shown whole. */
const SHOWN = 50

/** Transactions about which a partner gave an answer under this reference of its own. */
export async function answeredUnder(db: Queryable, reference: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with x as materialized (select distinct partner_id, reference from partner.exchange where partner_reference = ${reference} limit ${SHOWN})
    select k.transaction_id as id from x join payment.transaction_key k on k.external_ref = x.reference and k.partner_id = x.partner_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What partners were asked about a transaction, and what they answered; known by its reference. */
export const exchangeTrace = (list: (reference: string) => string): TraceStep =>
  defineTraceStep({
    type: EXCHANGE,
    title: { vi: 'Trao đổi với đối tác', en: 'Partner exchange' },
    async find(db, by) {
      // By its reference the transaction itself is found.
      if (!('ids' in by)) return []
      const { rows } = await sql<Omit<TraceFacts, 'type'>>`
        select x.id, x.reference as code, x.at from partner.exchange x where x.id = any(${by.ids}::bigint[])`.execute(db)
      return rows.map((row) => ({ type: EXCHANGE, ...row }))
    },
    /** They belong to the whole system. */
    async visible({ db, session }, ids) {
      if (session.scope.kind !== 'ALL') return new Map()
      const rows = await db.selectFrom('partner.exchange').select(['id', 'reference']).where('id', '=', sql<string>`any(${ids}::bigint[])`).execute()
      const may = session.permissions.has(listExchanges.permission)
      return new Map(rows.map(({ id, reference }) => [id, may ? list(reference) : null]))
    },
    async of(db, subjects) {
      const ids = idsOf(subjects, 'payment.transaction')
      if (ids.length === 0) return []
      const { rows } = await sql<{ id: string }>`
        select x.id from payment.transaction_key k join partner.exchange x on x.reference = k.external_ref and x.partner_id = k.partner_id
        where k.transaction_id = any(${ids}::bigint[]) order by x.at desc limit ${SHOWN}`.execute(db)
      return rows.map(({ id }) => id)
    },
  })
