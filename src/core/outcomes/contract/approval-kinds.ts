import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const outcomeVerdictKind: ApprovalKindName = {
  name: 'OUTCOME_VERDICT',
  title: { vi: 'Kết quả giao dịch chưa rõ', en: 'Verdict on an unresolved transaction' },
}
export const outcomeConflictKind: ApprovalKindName = {
  name: 'OUTCOME_CONFLICT',
  title: { vi: 'Giữ nguyên kết quả bị mâu thuẫn', en: 'Contradicted verdict that stands' },
}
