import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const sdkRefundKind: ApprovalKindName = { name: 'SDK_REFUND', title: { vi: 'Hoàn tiền giao dịch SDK', en: 'SDK payment refund' } }

export const sdkCancellationKind: ApprovalKindName = {
  name: 'SDK_CANCELLATION',
  title: { vi: 'Huỷ giao dịch SDK trong ngày', en: 'Same-day SDK cancellation' },
}
