import { vi as payments } from '#core/payments/labels/vi.ts'

export const vi = {
  screens: {},
  fields: {
    transaction: {
      ...payments.fields.transaction,
      kind: 'Hình thức nộp',
      courierCode: 'Mã bưu tá',
      courierName: 'Bưu tá',
      itemCount: 'Số bưu gửi',
      surplus: 'Nộp thừa',
      paper: 'Phiếu nộp',
      item: 'Mã bưu gửi',
    },
  },
  enums: {
    kind: { CASH: 'Tiền mặt tại bưu cục', WALLET: 'Ví điện tử', QR: 'Mã QR', TKTT: 'Nộp vào TKTT' },
  },
  texts: {},
  actions: {
    cancelPayment: 'Huỷ giao dịch',
  },
}
