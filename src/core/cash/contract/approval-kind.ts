import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const cashDifferenceKind: ApprovalKindName = { name: 'CASH_DIFFERENCE', title: { vi: 'Xử lý tiền thiếu, thừa', en: 'Settlement of a cash difference' } }

export const cashVarianceKind: ApprovalKindName = {
  name: 'CASH_VARIANCE',
  title: { vi: 'Xử lý chênh lệch quỹ', en: 'Cash variance' },
}

export const slipResultKind: ApprovalKindName = {
  name: 'SLIP_RESULT',
  title: { vi: 'Kết quả lượt chi chưa rõ', en: 'Result of an unknown payout' },
}
