import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const batchKind: ApprovalKindName = { name: 'DISBURSEMENT', title: { vi: 'Duyệt lô chuyển khoản', en: 'Approval of a transfer batch' } }
export const returnKind: ApprovalKindName = {
  name: 'DISBURSEMENT_RETURN',
  title: { vi: 'Xử lý tiền chuyển khoản bị trả lại', en: 'Settlement of a returned transfer' },
}
export const correctionKind: ApprovalKindName = {
  name: 'DISBURSEMENT_CORRECTION',
  title: { vi: 'Sửa tài khoản nhận tiền', en: 'Correction of a receiving account' },
}
