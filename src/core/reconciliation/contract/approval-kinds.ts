import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'
import type { DeskPlace } from './desk.ts'

/** The approval kind of configurations at a desk. */
export const setupKindName = ({ desk, name }: Pick<DeskPlace, 'desk' | 'name'>): ApprovalKindName => ({
  name: `RECONCILIATION_SETUP_${desk}`,
  title: { vi: `Cấu hình đối soát: ${name.vi}`, en: `Reconciliation configuration: ${name.en}` },
})
