import type { ModuleLabels } from '#kernel/labels.ts'

export const vi = {
  screens: {},
  nouns: { difference: 'khoản thiếu, thừa' },
  fields: {
    difference: {
      text: 'Mã lần kiểm, giao dịch, tên quỹ',
      unitId: 'Đơn vị',
      direction: 'Thiếu hay thừa',
      sourceCode: 'Phát sinh từ',
      source: 'Nguồn',
      sourceId: 'Nguồn',
      holdingName: 'Quỹ',
      unitName: 'Đơn vị',
      amount: 'Số tiền thiếu (−), thừa',
      aroseOn: 'Ngày phát sinh',
      days: 'Số ngày chờ',
      status: 'Trạng thái',
      settlement: 'Cách xử lý',
      settlementStaff: 'Người bồi hoàn',
      unknownPayouts: 'Khoản chi chưa rõ kết quả',
      unknownAmount: 'Tiền chi chưa rõ kết quả',
      staffId: 'Người bồi hoàn',
      proposedBy: 'Người đề nghị',
      decidedBy: 'Người duyệt',
      decidedAt: 'Duyệt lúc',
    },
  },
  enums: {
    status: { OPEN: 'Chờ xử lý', PENDING: 'Chờ duyệt', SETTLED: 'Đã xử lý', CLEARED: 'Đã rõ nhờ khoản chi' },
    source: { COUNT: 'Kiểm quỹ', TRANSIT: 'Giao nhận tiền' },
    direction: { SHORT: 'Thiếu', OVER: 'Thừa' },
  },
  actions: { settle: 'Đề nghị xử lý' },
} satisfies ModuleLabels
