import { treasurySubject } from '#core/cash/server/public.ts'
import { transferSubject } from '#core/disbursement/server/public.ts'
import type { IncidentDesk } from '#core/incidents/server/public.ts'
import { refundAction, transactionSubject } from '#core/payments/server/public.ts'
import { lineSubject } from '#core/payouts/server/public.ts'
import { payoutTransactions } from '#subsystems/cfm/contract/payouts.ts'
import { cfmIncidentDesk } from '#subsystems/cfm/server/incidents.ts'
import { payoutPayments } from '#subsystems/cfm/server/payouts/service.ts'
import { linesAtCounters } from '#subsystems/cfm/server/trace.ts'
import { payoutPath } from '#subsystems/cfm/web/paths.ts'
import { transferPath } from '#subsystems/crm/web/paths.ts'
import { qrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { qrPayments } from '#subsystems/qr/server/service.ts'
import { cashAddresses } from './addresses.ts'

/** Incidents of cash flow, which take in those of payments by QR as well. */
const cashIncidents = cfmIncidentDesk({
  subjects: [
    transactionSubject(payoutTransactions),
    transactionSubject(qrTransactions),
    lineSubject(payoutPath, linesAtCounters),
    treasurySubject((id) => cashAddresses.treasury(id)),
    transferSubject(transferPath),
  ],
  actions: [refundAction(qrPayments)],
  services: [qrPayments, payoutPayments],
})

/** Every desk of incidents: their calls, their approvals and the money trace know of all of them. */
export const systemDesks: readonly IncidentDesk[] = [cashIncidents]
