import type { ApprovalKindName } from '#core/approvals/contract/kind.ts'

export const userRegistrationKind: ApprovalKindName = { name: 'USER_REGISTRATION', title: { vi: 'Yêu cầu cấp tài khoản', en: 'Account request' } }
