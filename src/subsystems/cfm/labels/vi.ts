export const vi = {
  screens: {
    organisation: 'Quản lý tổ chức',
    units: 'Đơn vị',
    accounts: 'Quản lý tài khoản',
    admins: 'Tài khoản quản trị',
    adminsImport: 'Thêm tài khoản theo lô',
  },
  fields: {},
  enums: {},
}
