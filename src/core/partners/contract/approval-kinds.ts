import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const connectionKind: ApprovalKindName = {
  name: 'PARTNER_CONNECTION',
  title: { vi: 'Mở kết nối đối tác', en: 'Turning on a partner connection' },
}

export const outcomeCodeKind: ApprovalKindName = {
  name: 'PARTNER_CODE',
  title: { vi: 'Quy ước mã kết quả của đối tác', en: 'Meaning of a partner result code' },
}
