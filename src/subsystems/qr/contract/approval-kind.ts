import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const qrRefundKind: ApprovalKindName = { name: 'QR_REFUND', title: { vi: 'Hoàn tiền giao dịch QR', en: 'QR transaction refund' } }

export const qrIncidentKind: ApprovalKindName = { name: 'QR_INCIDENT', title: { vi: 'Xử lý sự vụ thanh toán QR', en: 'Outcome of a QR incident' } }

export const qrCancellationKind: ApprovalKindName = {
  name: 'QR_CANCELLATION',
  title: { vi: 'Huỷ giao dịch QR trong ngày', en: 'Same-day QR cancellation' },
}
