import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const merchantOpeningKind: ApprovalKindName = { name: 'MERCHANT_OPENING', title: { vi: 'Mở điểm bán', en: 'Opening of a merchant' } }
export const merchantTermsKind: ApprovalKindName = {
  name: 'MERCHANT_TERMS',
  title: { vi: 'Thay đổi điều khoản điểm bán', en: 'Change of the terms of a merchant' },
}
export const merchantAccountKind: ApprovalKindName = {
  name: 'MERCHANT_ACCOUNT',
  title: { vi: 'Đổi tài khoản nhận tiền của điểm bán', en: 'Change of a settlement account' },
}
export const merchantStatusKind: ApprovalKindName = {
  name: 'MERCHANT_STATUS',
  title: { vi: 'Mở khoá, đóng điểm bán', en: 'Unlocking or closing of a merchant' },
}
export const feePlanKind: ApprovalKindName = { name: 'FEE_PLAN', title: { vi: 'Biểu phí điểm bán', en: 'Fee plan of merchants' } }
