import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const treasuryReleaseKind: ApprovalKindName = { name: 'CASH_TREASURY', title: { vi: 'Giao dịch ngân quỹ', en: 'Treasury transaction' } }
export const treasurySettlementKind: ApprovalKindName = {
  name: 'CASH_TREASURY_DIFFERENCE',
  title: { vi: 'Xử lý chênh lệch giao nhận tiền', en: 'Settlement of a cash difference in transit' },
}
