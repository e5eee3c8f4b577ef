export const vi = {
  screens: {
    accountManagement: 'Sổ kế toán',
    accounts: 'Danh sách tài khoản nghiệp vụ',
    account: 'Chi tiết tài khoản nghiệp vụ',
    chart: 'Hệ thống tài khoản',
    chartImport: 'Nhập hệ thống tài khoản',
    manualJournals: 'Bút toán điều chỉnh',
    manualJournal: 'Chi tiết bút toán điều chỉnh',
  },
  fields: {},
  enums: {},
}
