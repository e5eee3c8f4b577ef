import type { ModuleLabels } from '#kernel/labels.ts'

export const vi = {
  screens: {},
  fields: {
    roleLimit: {
      text: 'Mã, tên vai trò',
      roleId: 'Vai trò',
      roleCode: 'Mã vai trò',
      roleName: 'Vai trò',
      kind: 'Loại quyết định',
      amount: 'Hạn mức một ngày, một đối tác',
    },
  },
  enums: { kind: { REFUND: 'Hoàn, huỷ giao dịch', MANUAL_JOURNAL: 'Bút toán điều chỉnh', WRITE_OFF: 'Xử lý thừa, thiếu quỹ', DISBURSEMENT: 'Chuyển khoản' } },
  nouns: { roleLimit: 'hạn mức' },
} satisfies ModuleLabels
