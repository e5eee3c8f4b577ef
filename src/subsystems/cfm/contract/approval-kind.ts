import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const orderReleaseKind: ApprovalKindName = {
  name: 'MONEY_ORDER_RELEASE',
  title: { vi: 'Cho chi tiếp phiếu chuyển tiền', en: 'Release of a held money order' },
}

export const cfmIncidentKind: ApprovalKindName = { name: 'CFM_INCIDENT', title: { vi: 'Xử lý sự vụ dòng tiền', en: 'Outcome of a cash-flow incident' } }
