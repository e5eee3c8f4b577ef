import type { ApprovalName } from '#core/approvals/contract/kind.ts'

export const policyReleaseName: ApprovalName = {
  name: 'POLICY_RELEASE',
  title: { vi: 'Ban hành chính sách sản phẩm', en: 'A product policy takes effect' },
}
