import type { Outcomes } from '#core/outcomes/server/public.ts'
import { servicesByCode } from '#core/payments/server/public.ts'
import { type ReconciliationParts, requestActions, type TransactionActions } from '#core/reconciliation/server/public.ts'
import { transferPath } from '#subsystems/crm/web/paths.ts'
import { merchantReconciliation, onBehalfReconciliation, partnerReconciliation, partnerRequests } from '#subsystems/par/contract/reconciliation.ts'
import { merchantReconciliationPlug, transferReconciliationPlug } from '#subsystems/par/server/plugs.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { qrReconciliationPlug } from '#subsystems/qr/server/reconciliation.ts'
import { paths as qrPaths } from '#subsystems/qr/web/paths.ts'
import { sdkReconciliation, sdkRequests } from '#subsystems/sdk/contract/reconciliation.ts'
import { sdkReconciliationPlug } from '#subsystems/sdk/server/reconciliation.ts'
import { transfers } from './services.ts'

type Means = Pick<TransactionActions, 'payments' | 'services'> & Pick<Outcomes, 'byStatement' | 'agreed' | 'askAgain'>

/** What is reconciled, where it is shown, and what is done with single transactions. */
export const reconciliationParts = ({ services, agreed, askAgain, ...means }: Means): ReconciliationParts => ({
  plugs: [
    qrReconciliationPlug(means),
    sdkReconciliationPlug(means),
    transferReconciliationPlug({ ...means, transfers, recordPath: transferPath('{id}') }),
    merchantReconciliationPlug(qrPaths.settlement),
  ],
  desks: [qrReconciliation, sdkReconciliation, partnerReconciliation, onBehalfReconciliation, merchantReconciliation].map((contracts) => ({ contracts })),
  requestDesks: [sdkRequests, partnerRequests].map((contracts) => ({
    contracts,
    actions: requestActions({ services: servicesByCode(services), agreed, askAgain, byStatement: means.byStatement }),
  })),
})
