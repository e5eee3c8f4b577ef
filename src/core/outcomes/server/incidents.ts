import type { IncidentSubject } from '#core/incidents/server/public.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { caseMachine, outcomePermissions } from '../contract/case.ts'
import { CASE } from './records.ts'

/** Cases of unknown outcomes beside incidents about their money; by its code the transaction itself is found. */
export const caseSubject = (path: (id: string, code: string) => string): IncidentSubject => ({
  type: CASE,
  title: { vi: 'Hồ sơ chưa rõ kết quả', en: 'Unknown-outcome case' },
  shownBeside: true,
  async find({ scope, session }, by) {
    if (!('ids' in by)) return []
    const rows = await scope
      .selectFrom('outcome.outcome_case as c')
      .innerJoin('organisation.partner as p', 'p.id', 'c.partner_id')
      .select(['c.id', 'c.code', 'c.status', 'c.amount', 'c.opened_at', 'p.name as partner'])
      .select(['c.head_unit_id', 'c.province_unit_id', 'c.district_unit_id', 'c.office_unit_id'])
      .where('c.id', 'in', ['0', ...by.ids])
      .orderBy('c.id')
      .execute()
    const may = session.permissions.has(outcomePermissions.see)
    return rows.map((row) => ({
      ...{ type: CASE, id: row.id, code: row.code, title: row.partner, amount: row.amount, at: row.opened_at },
      status: { machine: caseMachine.name, value: row.status },
      link: may ? path(row.id, row.code) : null,
      place: unitsOf(row),
    }))
  },
})
