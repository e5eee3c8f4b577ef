import type { ReconciliationParts, TransactionActions } from '#core/reconciliation/server/public.ts'
import { transferPath } from '#subsystems/crm/web/paths.ts'
import { merchantReconciliation, onBehalfReconciliation, partnerReconciliation, partnerRequests } from '#subsystems/par/contract/reconciliation.ts'
import { merchantReconciliationPlug, transferReconciliationPlug } from '#subsystems/par/server/plugs.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { qrReconciliationPlug } from '#subsystems/qr/server/reconciliation.ts'
import { paths as qrPaths } from '#subsystems/qr/web/paths.ts'
import { transfers } from './services.ts'

/** What is reconciled, and where it is shown. */
export const reconciliationParts = (means: Pick<TransactionActions, 'payments' | 'byStatement'>): ReconciliationParts => ({
  plugs: [
    qrReconciliationPlug(means),
    transferReconciliationPlug({ ...means, transfers, recordPath: transferPath('{id}') }),
    merchantReconciliationPlug(qrPaths.settlement),
  ],
  desks: [qrReconciliation, partnerReconciliation, onBehalfReconciliation, merchantReconciliation].map((contracts) => ({ contracts })),
  requestDesks: [{ contracts: partnerRequests, actions: {} }],
})
