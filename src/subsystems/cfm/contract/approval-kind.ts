import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const cfmIncidentKind: ApprovalKindName = { name: 'CFM_INCIDENT', title: { vi: 'Xử lý sự vụ dòng tiền', en: 'Outcome of a cash-flow incident' } }
