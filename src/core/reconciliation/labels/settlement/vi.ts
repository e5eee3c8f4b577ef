import type { ModuleLabels } from '#kernel/labels.ts'

/** Words of settlements, as those see them who agree to them. */
export const vi = {
  screens: {},
  fields: {
    settlement: {
      status: 'Trạng thái',
      fromDay: 'Từ ngày',
      toDay: 'Đến ngày',
      oursSum: 'Tổng bên ta',
      theirsSum: 'Tổng bên đối tác',
      bank: 'Tiền ghi tài khoản ngân hàng',
      cleared: 'Tất toán phải thu đối tác',
      fee: 'Phí đối tác',
      lost: 'Chênh lệch ghi chi phí',
      gained: 'Chênh lệch ghi thu nhập',
      pending: 'Chênh lệch chờ xử lý',
      journals: 'Số bút toán',
    },
  },
  enums: {},
} satisfies ModuleLabels
