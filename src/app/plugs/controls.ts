import { staleRequestDays } from '#core/approvals/contract/parameters.ts'
import { staleRequests } from '#core/approvals/server/public.ts'
import { cashRules } from '#core/cash/server/public.ts'
import { disbursementRules } from '#core/disbursement/server/public.ts'
import { ledgerRules } from '#core/ledger/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { outcomeRules } from '#core/outcomes/server/public.ts'
import { partnerRules } from '#core/partners/server/public.ts'
import { paymentRules } from '#core/payments/server/public.ts'
import { payoutRules } from '#core/payouts/server/public.ts'
import { reconciliationRules } from '#core/reconciliation/server/public.ts'
import { settlementRules } from '#core/settlements/server/public.ts'
import { fill } from '#kernel/language.ts'
import { paidOtherwise } from '#subsystems/cfm/server/payouts/control-rules.ts'
import { postalReportRule } from '#subsystems/cfm/server/postal-report.ts'
import { paths as cfmPaths, orderPath, payoutPath } from '#subsystems/cfm/web/paths.ts'
import { codRules } from '#subsystems/cob/server/watch/control-rules.ts'
import { paths as cobPaths, keyAccountPath } from '#subsystems/cob/web/paths.ts'
import { batchPath, returnedPath } from '#subsystems/crm/web/paths.ts'
import { paths as glPaths } from '#subsystems/gl/web/paths.ts'
import { merchantPath, settlementPath } from '#subsystems/qr/web/paths.ts'
import { cashAddresses } from './addresses.ts'
import { transactionAddress } from './journals.ts'
import { sessionPath, sessionsPath, watchedPlugs } from './reconciliation.ts'
import { paymentServices } from './services.ts'

/** What must never be the case, or not for long: each owner's own rules. */
export const controlRules = [
  ...ledgerRules({ manual: (id) => fill(glPaths.manualJournal, { id }) }),
  ...cashRules(cashAddresses),
  ...partnerRules,
  ...settlementRules({ settlement: settlementPath, merchant: merchantPath }),
  ...disbursementRules({ returned: returnedPath, batch: batchPath }),
  ...reconciliationRules({ session: sessionPath, sessions: sessionsPath }, watchedPlugs),
  ...payoutRules({ list: payoutPath, duties: (programmeId) => `${cfmPaths.payoutDuties}?programmeId=${programmeId}` }),
  ...paymentRules(
    paymentServices.map(({ declaration: { code } }) => code),
    transactionAddress,
  ),
  ...codRules({
    courier: (code) => `${cobPaths.couriers}?${new URLSearchParams({ text: code })}`,
    item: (id) => fill(cobPaths.item, { id }),
    overdue: (courierId) => `${cobPaths.items}?${new URLSearchParams({ courierId, due: 'OVERDUE' })}`,
    keyAccount: keyAccountPath,
    office: (unitId) => `${cobPaths.items}?${new URLSearchParams({ unitId })}`,
    surplusLeft: `${cobPaths.transactions}?${new URLSearchParams({ surplusState: 'LEFT' })}`,
  }),
  postalReportRule(cfmPaths.postalReport),
  paidOtherwise({ list: payoutPath, order: orderPath }),
  ...outcomeRules(transactionAddress),
  staleRequests((db) => parameter(db, staleRequestDays)),
]
