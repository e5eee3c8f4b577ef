import { type DeskPlan, incidentDesk } from '#core/incidents/server/public.ts'
import { cancelAction, suspenseActions, transactionSubject } from '#core/payments/server/public.ts'
import { codCancelEvidenceFrom, codCancelUntilHour } from '../../contract/deposit-parameters.ts'
import { cobIncidentKind } from '../../contract/incident-kind.ts'
import { cobIncidents } from '../../contract/incidents.ts'
import { codTransactions } from '../../contract/transactions.ts'
import { codPayments } from '../deposits/service.ts'

/**
 * The desk of cash on delivery: items and the deposits of their money. A deposit is cancelled on its day, which gives its items back to the postman, or its
 * money is taken out of suspense; everything else is put right in the books or with the next hand-in. `others`: the records that may be linked.
 */
export const cobIncidentDesk = (others: Pick<DeskPlan, 'subjects'>) =>
  incidentDesk({
    contracts: cobIncidents,
    kind: cobIncidentKind,
    subjects: [transactionSubject(codTransactions), ...others.subjects],
    actions: [cancelAction(codPayments, { untilHour: codCancelUntilHour, evidenceFrom: codCancelEvidenceFrom }), ...suspenseActions([codPayments])],
  })
