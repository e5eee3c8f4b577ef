import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const keyAccountOpeningKind: ApprovalKindName = {
  name: 'COB_KEY_ACCOUNT_OPENING',
  title: { vi: 'Mở khách hàng lớn', en: 'Opening of a key account' },
}
export const keyAccountTermsKind: ApprovalKindName = {
  name: 'COB_KEY_ACCOUNT_TERMS',
  title: { vi: 'Đổi thông tin khách hàng lớn', en: 'Change of the facts of a key account' },
}
export const keyContractKind: ApprovalKindName = {
  name: 'COB_KEY_CONTRACT',
  title: { vi: 'Hợp đồng khách hàng lớn', en: 'Contract of a key account' },
}
export const keyAccountBankKind: ApprovalKindName = {
  name: 'COB_KEY_ACCOUNT_BANK',
  title: { vi: 'Đổi tài khoản nhận tiền COD', en: 'Change of a COD settlement account' },
}
export const keyAccountStatusKind: ApprovalKindName = {
  name: 'COB_KEY_ACCOUNT_STATUS',
  title: { vi: 'Tạm dừng, mở lại, đóng khách hàng lớn', en: 'Suspension, reactivation or closing of a key account' },
}
export const codSettlementKind: ApprovalKindName = {
  name: 'COB_SETTLEMENT',
  title: { vi: 'Đợt quyết toán COD', en: 'COD settlement run' },
}

/** What the portal calls them. */
export const keyAccountKindNames: readonly ApprovalKindName[] = [
  keyAccountOpeningKind,
  keyAccountTermsKind,
  keyContractKind,
  keyAccountBankKind,
  keyAccountStatusKind,
  codSettlementKind,
]
