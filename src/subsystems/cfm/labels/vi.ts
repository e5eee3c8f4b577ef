import { vi as payments } from '#core/payments/labels/vi.ts'

export const vi = {
  screens: {
    organisation: 'Quản lý tổ chức',
    reports: 'Báo cáo',
    cashReports: 'Báo cáo kế toán',
    units: 'Đơn vị',
    accounts: 'Quản lý tài khoản',
    admins: 'Tài khoản quản trị',
    adminsImport: 'Thêm tài khoản theo lô',
    treasuryManagement: 'Quản lý ngân quỹ',
    treasury: 'Giao dịch ngân quỹ',
    treasuryDetail: 'Chi tiết giao dịch ngân quỹ',
    transactionManagement: 'Quản lý giao dịch',
    transactions: 'Giao dịch chuyển tiền',
    transaction: 'Chi tiết giao dịch chuyển tiền',
  },
  fields: {
    transaction: {
      ...payments.fields.transaction,
      orderCode: 'Mã phiếu chuyển tiền',
      tillCode: 'Quầy',
      tellerCode: 'Mã giao dịch viên',
      withoutShift: 'Ngoài ca',
    },
  },
  enums: {
    orderStatus: {
      PENDING: 'Chờ kết quả nộp tiền',
      SENT: 'Đã gửi',
      NOTIFIED: 'Đã báo người nhận',
      PAID: 'Đã trả',
      RETURNING: 'Chờ hoàn người gửi',
      RETURNED: 'Đã hoàn người gửi',
      EXPIRED: 'Quá hạn hoàn',
      CANCELLED: 'Đã huỷ',
      VOID: 'Không thành',
    },
    payTo: { RECEIVER: 'Người nhận', SENDER: 'Người gửi' },
  },
}
