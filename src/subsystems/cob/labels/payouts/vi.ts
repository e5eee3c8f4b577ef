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
      senderName: 'Người gửi',
      personName: 'Người đến nhận tiền',
      identityType: 'Giấy tờ tuỳ thân',
      identityNumber: 'Số giấy tờ',
      paper: 'Giấy uỷ quyền',
    },
  },
  enums: {},
  texts: { printSlip: 'In phiếu', groupPayout: 'Chi trả cho người gửi' },
}
