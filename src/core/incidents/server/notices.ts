import { defineNotification, notify } from '#core/notifications/server/public.ts'
import type { Text } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { type IncidentContracts, incidentAddress } from '../contract/incidents.ts'
import { handlersNow } from './people.ts'

const assigned = defineNotification({ name: 'INCIDENT_ASSIGNED', text: { vi: '{by} giao cho bạn sự vụ {code}', en: '{by} assigned incident {code} to you' } })
const toTeam = defineNotification({ name: 'INCIDENT_TEAM', text: { vi: '{by} giao sự vụ {code} cho {team}', en: '{by} gave incident {code} to {team}' } })
const mentioned = defineNotification({
  name: 'INCIDENT_MENTION',
  text: { vi: '{by} nhắc đến bạn trong sự vụ {code}', en: '{by} mentioned you in incident {code}' },
})
const outside = defineNotification({
  name: 'INCIDENT_MESSAGE',
  text: { vi: 'Sự vụ {code} có thông tin mới từ bên ngoài', en: 'Incident {code} has a new message from outside' },
})
const reminder = defineNotification({
  name: 'INCIDENT_REMINDER',
  text: { vi: 'Sự vụ {code}: {clock} đã dùng {share}% thời hạn', en: 'Incident {code}: {clock} has used {share}% of its time' },
})
const late = defineNotification({ name: 'INCIDENT_LATE', text: { vi: 'Sự vụ {code} quá hạn: {clock}', en: 'Incident {code} is late: {clock}' } })

interface Named {
  id: string
  code: string
}

const about = (contracts: IncidentContracts, { id }: Named) => ({ link: incidentAddress(contracts, id) })

export const noticeAssigned = (tx: Tx, contracts: IncidentContracts, incident: Named, by: string, userId: string) =>
  notify(tx, { userIds: [userId], kind: assigned, params: { by, code: incident.code }, ...about(contracts, incident) })

export const noticeTeam = (
  tx: Tx,
  contracts: IncidentContracts,
  incident: Named,
  { userIds, ...who }: { by: string; team: string; userIds: readonly string[] },
) => notify(tx, { userIds, kind: toTeam, params: { ...who, code: incident.code }, ...about(contracts, incident) })

export const noticeMentioned = (tx: Tx, contracts: IncidentContracts, incident: Named, by: string, userIds: readonly string[]) =>
  notify(tx, { userIds, kind: mentioned, params: { by, code: incident.code }, ...about(contracts, incident) })

export const noticeMessage = (tx: Tx, contracts: IncidentContracts, incident: Named, userIds: readonly string[]) =>
  notify(tx, { userIds, kind: outside, params: { code: incident.code }, ...about(contracts, incident) })

/** Who is to hear of a clock: whoever handles the incident; of one that nobody has taken, all who could: of the unit that it was given to, where it was and somebody is left there. */
export async function noticeClock(
  tx: Tx,
  contracts: IncidentContracts,
  incident: Named & { assigneeId: string | null; teamId: string | null },
  { clock, share }: { clock: Text; share: 50 | 80 | 100 },
): Promise<void> {
  const userIds = incident.assigneeId === null ? await handlersNow(tx, contracts.permissions.handle, incident.id, incident.teamId) : [incident.assigneeId]
  const to = { userIds, ...about(contracts, incident) }
  if (share === 100) await notify(tx, { ...to, kind: late, params: { code: incident.code, clock } })
  else await notify(tx, { ...to, kind: reminder, params: { code: incident.code, clock, share: String(share) } })
}
