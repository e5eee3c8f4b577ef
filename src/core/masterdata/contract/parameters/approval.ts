import type { ApprovalName } from '#core/approvals/contract/kind.ts'

export const parameterChangeName: ApprovalName = {
  name: 'PARAMETER_CHANGE',
  title: { vi: 'Thay đổi tham số trọng yếu', en: 'Change of a critical parameter' },
}
