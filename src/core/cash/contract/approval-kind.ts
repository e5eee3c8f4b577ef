import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const cashVarianceKind: ApprovalKindName = {
  name: 'CASH_VARIANCE',
  title: { vi: 'Xử lý chênh lệch quỹ', en: 'Cash variance' },
}
