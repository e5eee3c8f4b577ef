import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const qrRefundKind: ApprovalKindName = { name: 'QR_REFUND', title: { vi: 'Hoàn tiền giao dịch QR', en: 'QR transaction refund' } }
