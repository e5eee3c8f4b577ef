import type { IncidentContracts } from '#core/incidents/contract/incidents.ts'
import { stamped } from '#platform/web/screens.ts'

/** How long teams take, of all desks. */
export const teamReportScreen = () => import('./team-report.tsx')

/** What incidents are about: one list for all desks. */
export const categoryScreen = () => import('./category-list.tsx')

/** The screens of a desk's incidents, stamped by its sub-system. */
export const incidentScreens = (contracts: IncidentContracts) => ({
  list: stamped(() => import('./incident-list.tsx'), contracts),
  detail: stamped(() => import('./incident-detail.tsx'), contracts),
  handled: stamped(() => import('./handled-list.tsx'), contracts),
  board: stamped(() => import('./incident-board.tsx'), contracts),
  create: stamped(() => import('./incident-create.tsx'), contracts),
  partnerReport: stamped(() => import('./partner-report.tsx'), contracts),
})
