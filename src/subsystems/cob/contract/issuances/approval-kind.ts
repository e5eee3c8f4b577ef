import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const issuanceKindName: ApprovalKindName = { name: 'COB_ISSUANCE', title: { vi: 'Phát hành nhờ thu', en: 'Issuance of collection requests' } }
