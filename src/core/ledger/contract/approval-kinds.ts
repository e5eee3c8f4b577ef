import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const accountChangeKind: ApprovalKindName = {
  name: 'ACCOUNT_CHANGE',
  title: { vi: 'Thay đổi tài khoản nghiệp vụ', en: 'Change of a business account' },
}

export const manualJournalKind: ApprovalKindName = {
  name: 'MANUAL_JOURNAL',
  title: { vi: 'Bút toán điều chỉnh', en: 'Manual journal' },
}

export const manualReversalKind: ApprovalKindName = {
  name: 'MANUAL_JOURNAL_REVERSAL',
  title: { vi: 'Đảo bút toán điều chỉnh', en: 'Reversal of a manual journal' },
}
