import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const cobIncidentKind: ApprovalKindName = { name: 'COB_INCIDENT', title: { vi: 'Xử lý sự vụ COD', en: 'Outcome of a COD incident' } }
