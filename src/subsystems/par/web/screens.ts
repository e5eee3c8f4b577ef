import { reconciliationScreens, requestScreens } from '#core/reconciliation/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const desks = () => import('../contract/reconciliation.ts')
const partners = reconciliationScreens(async () => {
  const { partnerReconciliation, partnerRequests } = await desks()
  return { contracts: partnerReconciliation, requests: partnerRequests }
})
const onBehalf = reconciliationScreens(async () => {
  const { onBehalfReconciliation, partnerRequests } = await desks()
  return { contracts: onBehalfReconciliation, requests: partnerRequests }
})
const merchants = reconciliationScreens(async () => ({ contracts: (await desks()).merchantReconciliation }))
const requests = requestScreens(async () => (await desks()).partnerRequests)

export default defineScreens(manifest, {
  [paths.partners]: partners.list,
  [paths.partnersDetail]: partners.detail,
  [paths.partnersSetups]: partners.setups,
  [paths.partnersSetup]: partners.setup,
  [paths.partnersAgeing]: partners.ageing,
  [paths.onBehalf]: onBehalf.list,
  [paths.onBehalfDetail]: onBehalf.detail,
  [paths.onBehalfSetups]: onBehalf.setups,
  [paths.onBehalfSetup]: onBehalf.setup,
  [paths.onBehalfAgeing]: onBehalf.ageing,
  [paths.merchants]: merchants.list,
  [paths.merchantsDetail]: merchants.detail,
  [paths.merchantsSetups]: merchants.setups,
  [paths.merchantsSetup]: merchants.setup,
  [paths.merchantsAgeing]: merchants.ageing,
  [paths.requests]: requests.list,
  [paths.requestCreate]: requests.create,
  [paths.request]: requests.detail,
})
