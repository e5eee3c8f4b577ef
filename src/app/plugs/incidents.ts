import { treasurySubject } from '#core/cash/server/public.ts'
import { transferSubject } from '#core/disbursement/server/public.ts'
import type { IncidentDesk, IncidentSubject } from '#core/incidents/server/public.ts'
import { findManualJournal, manualMachine } from '#core/ledger/contract/manual.ts'
import { caseSubject } from '#core/outcomes/server/public.ts'
import { refundAction, transactionSubject } from '#core/payments/server/public.ts'
import { lineSubject } from '#core/payouts/server/public.ts'
import { fill } from '#kernel/language.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { payoutTransactions } from '#subsystems/cfm/contract/payouts.ts'
import { cfmIncidentDesk } from '#subsystems/cfm/server/incidents.ts'
import { payoutPayments } from '#subsystems/cfm/server/payouts/service.ts'
import { linesAtCounters } from '#subsystems/cfm/server/trace.ts'
import { casePath, payoutPath } from '#subsystems/cfm/web/paths.ts'
import { findItem } from '#subsystems/cob/contract/items.ts'
import { senderPayoutTransactions } from '#subsystems/cob/contract/payouts/service.ts'
import { cobIncidentDesk } from '#subsystems/cob/server/incidents/desk.ts'
import { itemSubject } from '#subsystems/cob/server/incidents/subject.ts'
import { paths as cobPaths } from '#subsystems/cob/web/paths.ts'
import { transferPath } from '#subsystems/crm/web/paths.ts'
import { paths as glPaths } from '#subsystems/gl/web/paths.ts'
import { qrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { qrIncidentDesk } from '#subsystems/qr/server/incidents.ts'
import { qrPayments } from '#subsystems/qr/server/service.ts'
import { sdkTransactions } from '#subsystems/sdk/contract/transactions.ts'
import { sdkPayments } from '#subsystems/sdk/server/service.ts'
import { cashAddresses } from './addresses.ts'

const MANUAL_JOURNAL = 'ledger.manual_journal'

/** Journals by hand, which put right in the books what an incident has found: for whoever may see them. */
const manualSubject: IncidentSubject = {
  type: MANUAL_JOURNAL,
  title: { vi: 'Bút toán điều chỉnh', en: 'Manual journal' },
  async find({ scope, session }, by) {
    if (!session.permissions.has(findManualJournal.permission)) return []
    const rows = await scope
      .selectFrom('ledger.manual_journal as m')
      .select(['m.id', 'm.code', 'm.status', 'm.amount', 'm.reason', 'm.created_at'])
      .select(['m.head_unit_id', 'm.province_unit_id', 'm.district_unit_id', 'm.office_unit_id'])
      .$if('ids' in by, (q) => q.where('m.id', 'in', ['0', ...('ids' in by ? by.ids : [])]))
      .$if('code' in by, (q) => q.where('m.code', '=', 'code' in by ? by.code.toUpperCase() : ''))
      .execute()
    return rows.map((row) => ({
      ...{ type: MANUAL_JOURNAL, id: row.id, code: row.code, title: row.reason, amount: row.amount, at: row.created_at },
      status: { machine: manualMachine.name, value: row.status },
      link: fill(glPaths.manualJournal, { id: row.id }),
      place: unitsOf(row),
    }))
  },
}

/** Incidents of cash flow. Those of payments by QR that were opened here before they had a desk of their own are finished here. */
const cashIncidents = cfmIncidentDesk({
  subjects: [
    transactionSubject(payoutTransactions),
    { ...transactionSubject(qrTransactions), over: true },
    transactionSubject(sdkTransactions),
    lineSubject(payoutPath, linesAtCounters),
    treasurySubject((id) => cashAddresses.treasury(id)),
    transferSubject(transferPath),
    manualSubject,
    caseSubject(casePath),
  ],
  actions: [refundAction(qrPayments)],
  services: [qrPayments, sdkPayments, payoutPayments],
})

/** Incidents of payments by QR; journals by hand and unknown outcomes stand beside them. */
const qrDesk = qrIncidentDesk({ subjects: [manualSubject, caseSubject(casePath)] })

/** Incidents of cash on delivery: items and the deposits of their money. */
const cobDesk = cobIncidentDesk({
  subjects: [
    itemSubject({ path: cobPaths.item, permission: findItem.permission }),
    transactionSubject(senderPayoutTransactions),
    manualSubject,
    caseSubject(casePath),
  ],
})

/** Every desk of incidents: their calls, their approvals and the money trace know of all of them. */
export const systemDesks: readonly IncidentDesk[] = [cashIncidents, qrDesk, cobDesk]
