import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const payoutListKind: ApprovalKindName = { name: 'PAYOUT_LIST', title: { vi: 'Duyệt danh sách chi trả', en: 'Payout list approval' } }
export const payoutUpdateKind: ApprovalKindName = {
  name: 'PAYOUT_UPDATE',
  title: { vi: 'Cập nhật danh sách chi trả', en: 'Update of a payout list' },
}
export const payoutFundsKind: ApprovalKindName = { name: 'PAYOUT_FUNDS', title: { vi: 'Tiền đến để chi trả', en: 'Money received for payouts' } }
