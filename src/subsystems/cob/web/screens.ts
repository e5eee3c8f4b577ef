import { incidentScreens } from '#core/incidents/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { cobIncidents } from '../contract/incidents.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const incidents = incidentScreens(cobIncidents)

export default defineScreens(manifest, {
  [paths.couriers]: () => import('./couriers/courier-list.tsx'),
  [paths.incidents]: incidents.list,
  [paths.incident]: incidents.detail,
  [paths.incidentCreate]: incidents.create,
  [paths.incidentBoard]: incidents.board,
  [paths.issuances]: () => import('./issuances/lot-list.tsx'),
  [paths.issuance]: () => import('./issuances/lot-detail.tsx'),
  [paths.issuanceLines]: () => import('./issuances/line-list.tsx'),
  [paths.issuanceImport]: () => import('./issuances/line-import.tsx'),
  [paths.watch]: () => import('./watch/watch-list.tsx'),
})
