import { sql } from 'kysely'
import type { IncidentSubject } from '#core/incidents/server/public.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { findPayout } from '../contract/lists.ts'
import { lineMachine } from '../contract/machine.ts'
import { ANNOUNCED } from './lines.ts'
import { LINE } from './records.ts'
import type { PaidLines } from './trace.ts'

/** Lines of payout lists as records that incidents are about, by what counters call them. Whose they are is read on the screen of the list. */
export const lineSubject = (path: (listId: string) => string, { codeOf, idOf }: Pick<PaidLines, 'codeOf' | 'idOf'>): IncidentSubject => ({
  type: LINE,
  title: { vi: 'Khoản chi trả', en: 'Payout line' },
  async find({ scope, session }, by) {
    const ids = 'ids' in by ? by.ids : [idOf(by.code) ?? '0']
    const rows = await scope
      .selectFrom('payout.line as t')
      .innerJoin('payout.list_directory as l', 'l.id', 't.list_id')
      .select(['t.id', 't.list_id', 'l.code as list_code', 't.status', 't.amount', 't.created_at', sql<string>`to_char(t.month, 'MM/YYYY')`.as('month')])
      .select(['t.head_unit_id', 't.province_unit_id', 't.district_unit_id', 't.office_unit_id'])
      .where('t.id', '=', sql<string>`any(${ids}::bigint[])`)
      .where(ANNOUNCED)
      .execute()
    const may = session.permissions.has(findPayout.permission)
    return rows.map((row) => ({
      ...{ type: LINE, id: row.id, code: codeOf(row.id), title: `${row.list_code} · ${row.month}`, amount: row.amount, at: row.created_at },
      status: { machine: lineMachine.name, value: row.status },
      link: may ? path(row.list_id) : null,
      place: unitsOf(row),
    }))
  },
})
