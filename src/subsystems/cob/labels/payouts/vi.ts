import { vi as payments } from '#core/payments/labels/vi.ts'

export const vi = {
  screens: {},
  fields: {
    transaction: {
      ...payments.fields.transaction,
      itemCode: 'Mã bưu gửi',
      tillCode: 'Quầy',
      tellerCode: 'Mã giao dịch viên',
      withoutShift: 'Ngoài ca',
    },
  },
  enums: {},
  texts: { printSlip: 'In phiếu' },
}
