import type { ApprovalKind } from '#core/approvals/server/public.ts'
import { accountChange } from './account-change.ts'
import { manualPosting, manualReversal } from './manual-approval.ts'

/** What of the ledger needs two people. */
export interface LedgerApprovals {
  accountChange: ApprovalKind
  posting: ApprovalKind
  reversal: ApprovalKind
}

/** The kinds, from the addresses of an account's page and of that of a journal by hand. */
export function ledgerApprovals({ account, manual }: { account: (id: string) => string; manual: (id: string) => string }): LedgerApprovals {
  return { accountChange: accountChange(account), posting: manualPosting(manual), reversal: manualReversal(manual) }
}
