import { reconciliationScreens, requestScreens } from '#core/reconciliation/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { sdkReconciliation, sdkRequests } from '../contract/reconciliation.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const reconciliation = reconciliationScreens(sdkReconciliation, sdkRequests)
const requests = requestScreens(sdkRequests)

export default defineScreens(manifest, {
  [paths.transactions]: () => import('./transaction-list.tsx'),
  [paths.transaction]: () => import('./transaction-detail.tsx'),
  [paths.apps]: () => import('./app-list.tsx'),
  [paths.reconciliation]: reconciliation.list,
  [paths.reconciliationSession]: reconciliation.detail,
  [paths.reconciliationSetups]: reconciliation.setups,
  [paths.reconciliationSetup]: reconciliation.setup,
  [paths.reconciliationAgeing]: reconciliation.ageing,
  [paths.requests]: requests.list,
  [paths.requestCreate]: requests.create,
  [paths.request]: requests.detail,
})
