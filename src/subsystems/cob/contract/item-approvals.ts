import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const codAmountKind: ApprovalKindName = { name: 'COD_AMOUNT', title: { vi: 'Sửa tiền COD của bưu gửi', en: 'Change of the amount to be collected' } }

export const codRefundKind: ApprovalKindName = {
  name: 'COD_REFUND',
  title: { vi: 'Trả lại tiền COD cho người nhận', en: 'COD money given back to the receiver' },
}
