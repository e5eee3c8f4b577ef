import type { Outcomes } from '#core/outcomes/server/public.ts'
import { servicesByCode } from '#core/payments/server/public.ts'
import { sessionAddress } from '#core/reconciliation/contract/contracts.ts'
import { type ReconciliationParts, requestActions, type TransactionActions, transactionLines } from '#core/reconciliation/server/public.ts'
import { codBankReconciliation, ldpReconciliation } from '#subsystems/cob/contract/reconciliation.ts'
import { codPlug } from '#subsystems/cob/contract/reconciliation-place.ts'
import { codPayments } from '#subsystems/cob/server/deposits/service.ts'
import { codReconciliationPlug, ldpReconciliationPlug } from '#subsystems/cob/server/reconciliation/plugs.ts'
import { paths as cobPaths } from '#subsystems/cob/web/paths.ts'
import { transferPath } from '#subsystems/crm/web/paths.ts'
import { transferPlug } from '#subsystems/par/contract/places.ts'
import { merchantReconciliation, onBehalfReconciliation, partnerReconciliation, partnerRequests } from '#subsystems/par/contract/reconciliation.ts'
import { merchantReconciliationPlug, transferReconciliationPlug } from '#subsystems/par/server/plugs.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { qrPlug } from '#subsystems/qr/contract/reconciliation-place.ts'
import { qrReconciliationPlug } from '#subsystems/qr/server/reconciliation.ts'
import { qrPayments } from '#subsystems/qr/server/service.ts'
import { paths as qrPaths } from '#subsystems/qr/web/paths.ts'
import { sdkReconciliation, sdkRequests } from '#subsystems/sdk/contract/reconciliation.ts'
import { sdkPlug } from '#subsystems/sdk/contract/reconciliation-place.ts'
import { sdkReconciliationPlug } from '#subsystems/sdk/server/reconciliation.ts'
import { sdkPayments } from '#subsystems/sdk/server/service.ts'
import { transfers } from './services.ts'

/** Where sessions stand for whoever watches over all of them. */
export const sessionPath = (id: string): string => sessionAddress(partnerReconciliation, id)
export const sessionsPath = (filter: Record<string, string>): string => `${partnerReconciliation.routes.list}?${new URLSearchParams(filter)}`

/** Which transactions of services are reconciled, by plug. */
const reconciled: Readonly<Record<string, string>> = {
  [qrPlug.key]: qrPayments.declaration.code,
  [sdkPlug.key]: sdkPayments.declaration.code,
  [codPlug.key]: codPayments.declaration.code,
  [transferPlug.key]: transfers.declaration.code,
}
export const watchedPlugs = Object.entries(reconciled).map(([key, service]) => ({ key, ...transactionLines({ key, services: [service] }) }))
export const plugsOfService: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(reconciled).map(([key, service]) => [service, [key]]),
)

type Means = Pick<TransactionActions, 'payments' | 'services'> & Pick<Outcomes, 'byStatement' | 'agreed' | 'askAgain'>

/** What is reconciled, where it is shown, and what is done with single transactions. */
export const reconciliationParts = ({ services, agreed, askAgain, ...means }: Means): ReconciliationParts => ({
  plugs: [
    qrReconciliationPlug(means),
    sdkReconciliationPlug(means),
    transferReconciliationPlug({ ...means, transfers, recordPath: transferPath('{id}') }),
    merchantReconciliationPlug(qrPaths.settlement),
    codReconciliationPlug(means),
    ldpReconciliationPlug(cobPaths.item),
  ],
  desks: [
    qrReconciliation,
    sdkReconciliation,
    partnerReconciliation,
    onBehalfReconciliation,
    merchantReconciliation,
    ldpReconciliation,
    codBankReconciliation,
  ].map((contracts) => ({ contracts })),
  requestDesks: [sdkRequests, partnerRequests].map((contracts) => ({
    contracts,
    actions: requestActions({ services: servicesByCode(services), agreed, askAgain, byStatement: means.byStatement }),
  })),
})
