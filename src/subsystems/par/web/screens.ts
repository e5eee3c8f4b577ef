import { reconciliationScreens, requestScreens } from '#core/reconciliation/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { merchantReconciliation, onBehalfReconciliation, partnerReconciliation, partnerRequests } from '../contract/reconciliation.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const partners = reconciliationScreens(partnerReconciliation, partnerRequests)
const onBehalf = reconciliationScreens(onBehalfReconciliation, partnerRequests)
const merchants = reconciliationScreens(merchantReconciliation)
const requests = requestScreens(partnerRequests)

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
