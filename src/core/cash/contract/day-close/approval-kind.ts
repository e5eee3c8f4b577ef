import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const dayReopeningKind: ApprovalKindName = {
  name: 'DAY_REOPENING',
  title: { vi: 'Mở lại ngày đã chốt', en: 'Reopening of a closed day' },
}
