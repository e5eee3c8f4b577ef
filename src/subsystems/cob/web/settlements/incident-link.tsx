import { useLabels } from '#platform/web/i18n.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { cobIncidents } from '../../contract/incidents.ts'
import { newIncidentPath } from '../paths.ts'
import { words } from './words.ts'

/** Leads to a new incident about an item, for whoever may open one. */
export function IncidentLink({ code }: { code: string }) {
  const labels = useLabels(words)
  return usePermission(cobIncidents.permissions.create) ? <PageLink to={newIncidentPath(code)}>{labels.text('openIncident')}</PageLink> : null
}
