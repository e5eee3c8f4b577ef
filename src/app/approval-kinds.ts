import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'
import { cashDifferenceKind, cashVarianceKind } from '#core/cash/contract/approval-kind.ts'
import { dayReopeningKind } from '#core/cash/contract/day-close/approval-kind.ts'
import { treasuryReleaseKind, treasurySettlementKind } from '#core/cash/contract/treasury/approval-kind.ts'
import { reopeningKind } from '#core/cutoff/contract/approval-kind.ts'
import { userRegistrationKind } from '#core/iam/contract/sign-in/approval-kind.ts'
import { accountChangeKind, manualJournalKind, manualReversalKind } from '#core/ledger/contract/approval-kinds.ts'
import { parameterChangeKind } from '#core/masterdata/contract/parameters/approval-kind.ts'
import { suspenseKind } from '#core/payments/contract/approval-kind.ts'
import { policyReleaseKind } from '#core/policy/contract/approval-kind.ts'
import { qrRefundKind } from '#subsystems/qr/contract/approval-kind.ts'

/** The approval kinds of this system, as the server has them: what the portal calls them. */
export const approvalKinds: readonly ApprovalKindName[] = [
  qrRefundKind,
  suspenseKind,
  parameterChangeKind,
  userRegistrationKind,
  policyReleaseKind,
  dayReopeningKind,
  treasuryReleaseKind,
  treasurySettlementKind,
  cashVarianceKind,
  cashDifferenceKind,
  accountChangeKind,
  manualJournalKind,
  manualReversalKind,
  reopeningKind,
]
