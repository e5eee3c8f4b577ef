import { reconciliationScreens, requestScreens } from '#core/reconciliation/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const desks = () => import('../contract/reconciliation.ts')
const reconciliation = reconciliationScreens(async () => {
  const { sdkReconciliation, sdkRequests } = await desks()
  return { contracts: sdkReconciliation, requests: sdkRequests }
})
const requests = requestScreens(async () => (await desks()).sdkRequests)

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
