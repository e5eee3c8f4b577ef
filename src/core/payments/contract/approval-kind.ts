import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const suspenseKind: ApprovalKindName = { name: 'PAYMENT_SUSPENSE', title: { vi: 'Chuyển tiền treo', en: 'Settlement of money in suspense' } }
