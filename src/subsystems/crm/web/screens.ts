import { inboxScreen } from '#core/approvals/web/screens.ts'
import { alertsScreen } from '#core/controls/web/screens.ts'
import { disbursementScreens } from '#core/disbursement/web/screens.ts'
import { limitsScreen } from '#core/limits/web/screens.ts'
import { connectionsScreen, deliveriesScreen, exchangesScreen, outcomeCodesScreen, webhooksScreen } from '#core/partners/web/screens.ts'
import { traceScreen } from '#core/trace/web/screens.ts'
import { defineScreens } from '#platform/web/screens.ts'
import { manifest } from './manifest.ts'
import { paths } from './paths.ts'

const transfers = disbursementScreens({ list: paths.disbursements, detail: paths.disbursement, transfers: paths.transfers, holds: paths.heldAccounts })

export default defineScreens(manifest, {
  [paths.dashboard]: () => import('./dashboard.tsx'),
  [paths.approvals]: inboxScreen,
  [paths.controls]: alertsScreen,
  [paths.moneyTrace]: traceScreen,
  [paths.limits]: limitsScreen,
  [paths.partnerConnections]: connectionsScreen,
  [paths.partnerCodes]: outcomeCodesScreen,
  [paths.partnerExchanges]: exchangesScreen,
  [paths.partnerWebhooks]: webhooksScreen(paths.partnerDeliveries),
  [paths.partnerDeliveries]: deliveriesScreen,
  [paths.disbursements]: transfers.list,
  [paths.disbursement]: transfers.detail,
  [paths.transfers]: transfers.transfers,
  [paths.heldAccounts]: transfers.holds,
  [paths.returnedTransfers]: transfers.returns,
})
