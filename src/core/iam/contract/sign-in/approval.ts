import type { ApprovalName } from '#core/approvals/contract/kind.ts'

export const userRegistrationName: ApprovalName = {
  name: 'USER_REGISTRATION',
  title: { vi: 'Yêu cầu cấp tài khoản', en: 'Request for an account' },
}
