import { defineFileKind } from '#platform/server/files/kind.ts'
import { attachFiles } from '#platform/server/files/store.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { INCIDENT_FILES, INCIDENT_FILES_BYTES, INCIDENT_FILES_TYPES } from '../contract/files.ts'
import type { IncidentContracts } from '../contract/incidents.ts'
import { INCIDENT } from './record.ts'

/** Papers of incidents, read by who sees the incident. */
export const incidentFiles = (desks: readonly IncidentContracts[]) =>
  defineFileKind({
    name: INCIDENT_FILES,
    upload: {
      types: INCIDENT_FILES_TYPES,
      maxBytes: INCIDENT_FILES_BYTES,
      permissions: desks.flatMap(({ permissions }) => [permissions.create, permissions.handle]),
    },
    async mayRead({ scope, session }, { subject }) {
      if (subject?.type !== INCIDENT) return false
      const row = await scope.selectFrom('incident.incident as i').select('i.desk').where('i.id', '=', subject.id).executeTakeFirst()
      const desk = desks.find((one) => one.desk === row?.desk)
      return desk !== undefined && session.permissions.has(desk.permissions.see)
    },
  })

/** Attached papers stay with the incident whatever becomes of it. */
export const keepFiles = ({ tx, session }: CommandContext, id: string, files: readonly string[] = []) =>
  attachFiles(tx, files, { kind: { name: INCIDENT_FILES }, ownerUserId: session.userId, subject: { type: INCIDENT, id } })
