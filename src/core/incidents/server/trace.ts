import { sql } from 'kysely'
import { defineTraceStep, type TraceFacts, type TraceStep } from '#core/trace/server/public.ts'
import { incidentMachine } from '../contract/incident.ts'
import { type IncidentContracts, incidentAddress } from '../contract/incidents.ts'
import { INCIDENT } from './record.ts'

/** Incidents of every desk: no money of their own, but on the line of what they are about. */
export function incidentTrace(desks: readonly { contracts: IncidentContracts }[]): TraceStep {
  const byDesk = new Map(desks.map(({ contracts }) => [contracts.desk as string, contracts]))
  return defineTraceStep({
    type: INCIDENT,
    title: { vi: 'Sự vụ', en: 'Incident' },
    async find(db, by) {
      const which = 'ids' in by ? sql`i.id = any(${by.ids}::bigint[])` : sql`i.code = ${by.code.toUpperCase()}`
      const { rows } = await sql<Omit<TraceFacts, 'status' | 'type' | 'amount'> & { status: string }>`
        select i.id, i.code, i.created_at as at, i.status from incident.incident i where ${which}`.execute(db)
      return rows.map(({ status, ...row }) => ({ type: INCIDENT, ...row, status: { machine: incidentMachine.name, value: status } }))
    },
    async visible({ scope, session }, ids) {
      const rows = await scope.selectFrom('incident.incident as i').select(['i.id', 'i.desk']).where('i.id', '=', sql<string>`any(${ids}::bigint[])`).execute()
      return new Map(
        rows.map(({ id, desk }): [string, string | null] => {
          const contracts = byDesk.get(desk)
          return [id, contracts && session.permissions.has(contracts.permissions.see) ? incidentAddress(contracts, id) : null]
        }),
      )
    },
    about: (db, id) =>
      db.selectFrom('incident.incident_subject').select(['type', 'subject_id as id']).where('incident_id', '=', id).orderBy('added_at').execute(),
    async of(db, subjects) {
      const { rows } = await sql<{ id: string }>`
        select distinct s.incident_id as id from unnest(${subjects.map(({ type }) => type)}::text[], ${subjects.map(({ id }) => id)}::text[]) as r (type, id)
          join incident.incident_subject s on s.type = r.type and s.subject_id = r.id`.execute(db)
      return rows.map(({ id }) => id)
    },
  })
}
