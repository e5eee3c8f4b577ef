import { type SqlBool, sql } from 'kysely'
import { defineTraceStep, idsOf, opened, type TraceFacts, type TraceStep } from '#core/trace/server/public.ts'
import { findItem, ITEM_SUBJECT } from '../../contract/items.ts'
import { payoutsOfItems } from '../payouts/links.ts'

/** Items by their codes: what a postman has collected of one, and whose it is. */
export const itemTrace = (path: (id: string) => string): TraceStep =>
  defineTraceStep({
    type: ITEM_SUBJECT,
    title: { vi: 'Bưu gửi COD', en: 'Item with cash on delivery' },
    async find(db, by) {
      const which = 'ids' in by ? sql<SqlBool>`t.id = any(${by.ids}::bigint[])` : sql<SqlBool>`t.code = ${by.code.toUpperCase()}`
      const { rows } = await sql<Omit<TraceFacts, 'status' | 'type'> & { status: string }>`
        select t.id, t.code, t.accepted_at as at, t.money_state as status, t.cod_amount as amount from cob.item t where ${which}`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: ITEM_SUBJECT, ...row, status: { machine: 'cob.items.moneyState', value: status } }))
    },
    async visible(reader, ids) {
      const rows = await reader.scope.selectFrom('cob.item as t').select('t.id').where('t.id', '=', sql<string>`any(${ids}::bigint[])`).execute()
      return opened(rows, { permission: findItem.permission, path }, reader)
    },
    // The items of a deposit, and those of a key account's statement, are found from the other side.
    of: async (_db, subjects) => idsOf(subjects, ITEM_SUBJECT),
    async moves(db, id) {
      const { rows } = await sql<{ journalId: string; from: string; to: string; at: Date; amount: string }>`
        select p.journal_id as "journalId", c.account_id as "from", o.account_id as "to", p.at, -p.amount as amount
          from cob.position p join cob.courier c on c.id = p.courier_id
          join ledger.journal j on j.id = p.journal_id and j.source_type <> ${ITEM_SUBJECT}
          cross join lateral (select e.account_id from ledger.entry e where e.journal_id = p.journal_id and e.account_id <> c.account_id order by e.amount desc, e.line limit 1) o
         where p.item_id = ${id} and p.kind = 'HAND_IN' order by p.id`.execute(db)
      const payouts = (await payoutsOfItems(db, [{ type: ITEM_SUBJECT, id }])).map((sourceId) => ({ sourceType: 'payment.transaction', sourceId }))
      return { sources: [{ sourceType: ITEM_SUBJECT, sourceId: id }, ...payouts], shares: rows.map((row) => ({ ...row, order: row.journalId })) }
    },
  })
