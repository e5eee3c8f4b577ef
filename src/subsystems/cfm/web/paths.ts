/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  transactions: '/pp-cfm/quan_ly_giao_dich/danh_sach',
  transaction: '/pp-cfm/quan_ly_giao_dich/detail',
  cashReports: '/pp-cfm/bao_cao/bao_cao_ke_toan',
  units: '/pp-cfm/qltc',
  admins: '/pp-cfm/qltk/danh_sach',
  adminsImport: '/pp-cfm/qltk/them_moi_theo_lo',
  treasury: '/pp-cfm/quan_ly_ngan_quy/giao_dich_ngan_quy',
  treasuryDetail: '/pp-cfm/quan_ly_ngan_quy/detail',
} as const
