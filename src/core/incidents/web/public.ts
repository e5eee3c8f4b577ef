import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import type { NewIncidentProps } from './new-incident.tsx'
import type { OfRecordProps } from './record-incidents.tsx'

/** The door of incidents for screens of records that they are about. */
export const RecordIncidents = lazyPart<OfRecordProps>(() => import('./record-incidents.tsx'))

/** Opens an incident where no record is known. */
export const NewIncident = lazyPart<NewIncidentProps>(() => import('./new-incident.tsx'))
