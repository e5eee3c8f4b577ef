import { incidentScreens } from '#core/incidents/web/screens.ts'
import { reconciliationScreens } from '#core/reconciliation/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { cobIncidents } from '../contract/incidents.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const incidents = incidentScreens(cobIncidents)

const ldp = reconciliationScreens(async () => ({ contracts: (await import('../contract/reconciliation.ts')).ldpReconciliation }))
const bank = reconciliationScreens(async () => ({ contracts: (await import('../contract/reconciliation.ts')).codBankReconciliation }))

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
  [paths.ldp]: ldp.list,
  [paths.ldpSession]: ldp.detail,
  [paths.ldpSetups]: ldp.setups,
  [paths.ldpSetup]: ldp.setup,
  [paths.ldpAgeing]: ldp.ageing,
  [paths.bank]: bank.list,
  [paths.bankSession]: bank.detail,
  [paths.bankSetups]: bank.setups,
  [paths.bankSetup]: bank.setup,
  [paths.bankAgeing]: bank.ageing,
  [paths.watch]: () => import('./watch/watch-list.tsx'),
})
