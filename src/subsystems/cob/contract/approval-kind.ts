import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const codCancellationKind: ApprovalKindName = {
  name: 'COD_CANCELLATION',
  title: { vi: 'Huỷ giao dịch nộp COD trong ngày', en: 'Same-day cancellation of a COD deposit' },
}
