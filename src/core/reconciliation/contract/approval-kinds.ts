import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const setupKindName: ApprovalKindName = {
  name: 'RECONCILIATION_SETUP',
  title: { vi: 'Cấu hình đối soát', en: 'Reconciliation configuration' },
}
