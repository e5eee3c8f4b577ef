export const vi = {
  screens: {
    treasuryManagement: 'Quản lý ngân quỹ',
    treasury: 'Giao dịch ngân quỹ',
    treasuryDetail: 'Chi tiết giao dịch ngân quỹ',
  },
  fields: {},
  enums: {},
}
