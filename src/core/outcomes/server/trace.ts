import { sql } from 'kysely'
import { defineTraceStep, idsOf, type TraceFacts, type TraceStep } from '#core/trace/server/public.ts'
import { caseMachine, outcomePermissions } from '../contract/case.ts'
import { CASE } from './records.ts'

/** Cases of unknown outcomes, known by the code of their transaction. */
export const caseTrace = (path: (id: string, code: string) => string): TraceStep =>
  defineTraceStep({
    type: CASE,
    title: { vi: 'Hồ sơ chưa rõ kết quả', en: 'Unknown-outcome case' },
    async find(db, by) {
      // By its code the transaction itself is found.
      if (!('ids' in by)) return []
      const { rows } = await sql<Omit<TraceFacts, 'status' | 'type'> & { status: string }>`
        select c.id, c.code, c.opened_at as at, c.status, c.amount from outcome.outcome_case c where c.id = any(${by.ids}::bigint[])`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: CASE, ...row, status: { machine: caseMachine.name, value: status } }))
    },
    async visible({ scope, session }, ids) {
      const rows = await scope
        .selectFrom('outcome.outcome_case as c')
        .select(['c.id', 'c.code'])
        .where('c.id', '=', sql<string>`any(${ids}::bigint[])`)
        .execute()
      const may = session.permissions.has(outcomePermissions.see)
      return new Map(rows.map(({ id, code }) => [id, may ? path(id, code) : null]))
    },
    async of(db, subjects) {
      const ids = idsOf(subjects, 'payment.transaction')
      if (ids.length === 0) return []
      const { rows } = await sql<{ id: string }>`select id from outcome.outcome_case where transaction_id = any(${ids}::bigint[])`.execute(db)
      return rows.map(({ id }) => id)
    },
  })
