import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const parameterChangeKind: ApprovalKindName = {
  name: 'PARAMETER_CHANGE',
  title: { vi: 'Thay đổi tham số trọng yếu', en: 'Change of a critical parameter' },
}
