import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const reopeningKind: ApprovalKindName = {
  name: 'PERIOD_REOPENING',
  title: { vi: 'Mở lại kỳ đã chốt', en: 'Reopening of a closed period' },
}
