import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const policyReleaseKind: ApprovalKindName = {
  name: 'POLICY_RELEASE',
  title: { vi: 'Ban hành chính sách sản phẩm', en: 'Product policy approval' },
}
