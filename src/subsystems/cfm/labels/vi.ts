export const vi = {
  screens: {
    organisation: 'Quản lý tổ chức',
    units: 'Đơn vị',
    accounts: 'Quản lý tài khoản',
    admins: 'Tài khoản quản trị',
    adminsImport: 'Thêm tài khoản theo lô',
    treasuryManagement: 'Quản lý ngân quỹ',
    treasury: 'Giao dịch ngân quỹ',
    treasuryDetail: 'Chi tiết giao dịch ngân quỹ',
  },
  fields: {},
  enums: {},
}
