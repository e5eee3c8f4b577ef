import { type DeskPlan, incidentDesk } from '#core/incidents/server/public.ts'
import { cancelAction, refundAction, suspenseActions, transactionSubject } from '#core/payments/server/public.ts'
import { qrIncidentKind } from '../contract/approval-kind.ts'
import { qrIncidents } from '../contract/incidents.ts'
import { qrTransactions } from '../contract/transactions.ts'
import { qrPayments } from './service.ts'
import { qrCancellations } from './transactions.ts'

/** The desk of payments by QR: they are refunded, cancelled on their day, or their money is taken out of suspense. `others`: what may be linked. */
export const qrIncidentDesk = (others: Pick<DeskPlan, 'subjects'>) =>
  incidentDesk({
    contracts: qrIncidents,
    kind: qrIncidentKind,
    subjects: [transactionSubject(qrTransactions), ...others.subjects],
    actions: [refundAction(qrPayments), cancelAction(qrPayments, qrCancellations), ...suspenseActions([qrPayments])],
  })
