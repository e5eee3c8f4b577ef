import type { IncidentContracts } from '#core/incidents/contract/incidents.ts'
import { cfmIncidents } from '#subsystems/cfm/contract/incidents.ts'
import { cobIncidents } from '#subsystems/cob/contract/incidents.ts'
import { qrIncidents } from '#subsystems/qr/contract/incidents.ts'

/** The desks of incidents of this system, as the server has them. */
export const incidentDesks: readonly IncidentContracts[] = [cfmIncidents, qrIncidents, cobIncidents]
