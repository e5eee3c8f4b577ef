import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'
import { cashDifferenceKind, cashVarianceKind, slipResultKind } from '#core/cash/contract/approval-kind.ts'
import { dayReopeningKind } from '#core/cash/contract/day-close/approval-kind.ts'
import { treasuryReleaseKind, treasurySettlementKind } from '#core/cash/contract/treasury/approval-kind.ts'
import { reopeningKind } from '#core/cutoff/contract/approval-kind.ts'
import { batchKind, correctionKind, returnKind } from '#core/disbursement/contract/approval-kinds.ts'
import { userRegistrationKind } from '#core/iam/contract/sign-in/approval-kind.ts'
import { accountChangeKind, manualJournalKind, manualReversalKind } from '#core/ledger/contract/approval-kinds.ts'
import { parameterChangeKind } from '#core/masterdata/contract/parameters/approval-kind.ts'
import { feePlanKind, merchantAccountKind, merchantOpeningKind, merchantStatusKind, merchantTermsKind } from '#core/merchants/contract/approval-kinds.ts'
import { outcomeConflictKind, outcomeVerdictKind } from '#core/outcomes/contract/approval-kinds.ts'
import { connectionKind, outcomeCodeKind } from '#core/partners/contract/approval-kinds.ts'
import { suspenseKind } from '#core/payments/contract/approval-kind.ts'
import { payoutFundsKind, payoutListKind, payoutUpdateKind } from '#core/payouts/contract/approval-kinds.ts'
import { policyReleaseKind } from '#core/policy/contract/approval-kind.ts'
import { setupKindName } from '#core/reconciliation/contract/approval-kinds.ts'
import { breakKindName, matchKindName, requestKindName, workbookKindName } from '#core/reconciliation/contract/break-kinds.ts'
import { reversalKindName, settlementKindName } from '#core/reconciliation/contract/settlement-kinds.ts'
import { cfmIncidentKind, orderReleaseKind } from '#subsystems/cfm/contract/approval-kind.ts'
import { codCancellationKind } from '#subsystems/cob/contract/approval-kind.ts'
import { cobIncidentKind } from '#subsystems/cob/contract/incident-kind.ts'
import { issuanceKindName } from '#subsystems/cob/contract/issuances/approval-kind.ts'
import { codAmountKind, codRefundKind } from '#subsystems/cob/contract/item-approvals.ts'
import { keyAccountKindNames } from '#subsystems/cob/contract/key-accounts/approval-kinds.ts'
import { codBankPlace, ldpPlace } from '#subsystems/cob/contract/reconciliation-place.ts'
import { merchantPlace, onBehalfPlace, partnerPlace, requestPlace } from '#subsystems/par/contract/places.ts'
import { qrCancellationKind, qrIncidentKind, qrRefundKind } from '#subsystems/qr/contract/approval-kind.ts'
import { qrReconciliationPlace } from '#subsystems/qr/contract/reconciliation-place.ts'
import { sdkCancellationKind, sdkRefundKind } from '#subsystems/sdk/contract/approval-kind.ts'
import { sdkReconciliationPlace, sdkRequestPlace } from '#subsystems/sdk/contract/reconciliation-place.ts'

const desks = [qrReconciliationPlace, sdkReconciliationPlace, partnerPlace, onBehalfPlace, merchantPlace, ldpPlace, codBankPlace]
const requestDesks = [sdkRequestPlace, requestPlace]

/** The approval kinds of this system, as the server has them: what the portal calls them. */
export const approvalKinds: readonly ApprovalKindName[] = [
  qrRefundKind,
  qrCancellationKind,
  qrIncidentKind,
  sdkRefundKind,
  sdkCancellationKind,
  codCancellationKind,
  codAmountKind,
  codRefundKind,
  cobIncidentKind,
  ...keyAccountKindNames,
  issuanceKindName,
  suspenseKind,
  outcomeVerdictKind,
  outcomeConflictKind,
  parameterChangeKind,
  userRegistrationKind,
  policyReleaseKind,
  connectionKind,
  outcomeCodeKind,
  dayReopeningKind,
  treasuryReleaseKind,
  treasurySettlementKind,
  cashVarianceKind,
  cashDifferenceKind,
  slipResultKind,
  accountChangeKind,
  manualJournalKind,
  manualReversalKind,
  reopeningKind,
  cfmIncidentKind,
  orderReleaseKind,
  payoutListKind,
  payoutUpdateKind,
  payoutFundsKind,
  batchKind,
  correctionKind,
  returnKind,
  merchantOpeningKind,
  merchantTermsKind,
  merchantAccountKind,
  merchantStatusKind,
  feePlanKind,
  ...desks.flatMap((desk) => [
    ...[setupKindName(desk), breakKindName(desk), matchKindName(desk), workbookKindName(desk)],
    ...[settlementKindName(desk), reversalKindName(desk)],
  ]),
  ...requestDesks.map(requestKindName),
]
