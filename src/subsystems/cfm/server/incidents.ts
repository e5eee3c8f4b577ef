import { type DeskPlan, incidentDesk } from '#core/incidents/server/public.ts'
import { type PaymentService, suspenseActions, transactionSubject } from '#core/payments/server/public.ts'
import { cfmIncidentKind } from '../contract/approval-kind.ts'
import { cfmIncidents } from '../contract/incidents.ts'
import { cfmTransactions } from '../contract/transactions.ts'
import { cfmPayments } from './service.ts'

/**
 * The desk of cash flow. Money of an order goes back over the counter, so of its own the portal moves what lies in suspense and nothing else;
 * `others`: what it handles of other services.
 */
export const cfmIncidentDesk = (others: Pick<DeskPlan, 'subjects' | 'actions'> & { services: readonly PaymentService[] }) =>
  incidentDesk({
    contracts: cfmIncidents,
    kind: cfmIncidentKind,
    subjects: [transactionSubject(cfmTransactions), ...others.subjects],
    actions: [...others.actions, ...suspenseActions([cfmPayments, ...others.services])],
  })
