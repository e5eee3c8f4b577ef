import { sql } from 'kysely'
import type { IncidentSubject } from '#core/incidents/server/public.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { listItems } from '../contract/items.ts'
import { itemMachine } from '../contract/machine.ts'

const ITEM = 'disbursement.item'

/** Transfers as records that incidents are about, by their reference or that of the partner. */
export const transferSubject = (path: (transactionId: string) => string): IncidentSubject => ({
  type: ITEM,
  title: { vi: 'Lệnh chuyển khoản', en: 'Transfer' },
  async find({ scope, session }, by) {
    const rows = await scope
      .selectFrom('disbursement.item as t')
      .innerJoin('disbursement.batch_directory as b', 'b.id', 't.batch_id')
      .select(['t.id', 't.reference', 't.item_code', 't.status', 't.amount', 't.transaction_id', 't.sent_at', 't.updated_at'])
      .select(sql<string>`${sql.ref('b.source_code')}`.as('source_code'))
      .select(['t.head_unit_id', 't.province_unit_id', 't.district_unit_id', 't.office_unit_id'])
      .where((eb) =>
        'code' in by ? eb.or([eb('t.reference', '=', by.code.toUpperCase()), eb('t.partner_reference', '=', by.code)]) : eb('t.id', 'in', ['0', ...by.ids]),
      )
      .orderBy('t.id', 'desc')
      .limit('code' in by ? 1 : 100)
      .execute()
    const may = session.permissions.has(listItems.permission)
    return rows.map((row) => ({
      ...{ type: ITEM, id: row.id, code: row.reference, title: `${row.source_code} · ${row.item_code}`, amount: row.amount, at: row.sent_at ?? row.updated_at },
      status: { machine: itemMachine.name, value: row.status },
      link: may && row.transaction_id !== null ? path(row.transaction_id) : null,
      place: unitsOf(row),
    }))
  },
})
