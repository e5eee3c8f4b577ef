/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  transactions: '/pp-cfm/quan_ly_giao_dich/danh_sach',
  transaction: '/pp-cfm/quan_ly_giao_dich/detail',
  orders: '/pp-cfm/chuyen_tien/danh_sach',
  order: '/pp-cfm/chuyen_tien/chi_tiet',
  suspense: '/pp-cfm/quan_ly_giao_dich/tien_treo',
  outcomes: '/pp-cfm/xu_ly_giao_dich_bat_dong_bo',
  outcomesImport: '/pp-cfm/xu_ly_giao_dich_bat_dong_bo/nhap_file',
  outcomesReport: '/pp-cfm/xu_ly_giao_dich_bat_dong_bo/bao_cao',
  largeCash: '/pp-cfm/bao_cao/giao_dich_tien_mat_lon',
  cashReports: '/pp-cfm/bao_cao/bao_cao_ke_toan',
  units: '/pp-cfm/qltc',
  admins: '/pp-cfm/qltk/danh_sach',
  adminsImport: '/pp-cfm/qltk/them_moi_theo_lo',
  incidents: '/pp-cfm/xu_ly_su_vu/danh_sach_su_vu',
  incident: '/pp-cfm/xu_ly_su_vu/chi_tiet_su_vu',
  incidentBoard: '/pp-cfm/xu_ly_su_vu/bang_su_vu',
  incidentReport: '/pp-cfm/xu_ly_su_vu/bao_cao',
  incidentPartners: '/pp-cfm/xu_ly_su_vu/bao_cao_doi_tac',
  incidentCategories: '/pp-cfm/xu_ly_su_vu/loai_su_vu',
  treasury: '/pp-cfm/quan_ly_ngan_quy/giao_dich_ngan_quy',
  treasuryDetail: '/pp-cfm/quan_ly_ngan_quy/detail',
  payouts: '/pp-cfm/danh_sach_chi_tra/danhsach',
  payout: '/pp-cfm/danh_sach_chi_tra/chi_tiet',
  payoutTransactions: '/pp-cfm/danh_sach_chi_tra/giao_dich',
  payoutTransaction: '/pp-cfm/danh_sach_chi_tra/chi_tiet_giao_dich',
  payoutLines: '/pp-cfm/danh_sach_chi_tra/nguoi_huong',
  payoutImport: '/pp-cfm/danh_sach_chi_tra/nhap_file',
  payoutUpdate: '/pp-cfm/danh_sach_chi_tra/cap_nhat_danh_sach_chi_tra',
  payoutFunds: '/pp-cfm/danh_sach_chi_tra/tien_chi_tra',
  payoutProgrammes: '/pp-cfm/danh_sach_chi_tra/chuong_trinh',
  payoutDuties: '/pp-cfm/danh_sach_chi_tra/han_bao_cao',
  paidReport: '/pp-cfm/bao_cao/da_chi_tra',
  unpaidReport: '/pp-cfm/bao_cao/chua_chi_tra',
  moneyLeft: '/pp-cfm/bao_cao/kinh_phi_con_lai',
  postalReport: '/pp-cfm/bao_cao/chuyen_tien_buu_chinh',
} as const

/** Address of one money order. */
export const orderPath = (id: string): string => `${paths.order}?id=${id}`

/** Address of one case of unknown outcome: opened over the list that shows it alone. */
export const casePath = (id: string, code: string): string => `${paths.outcomes}?${new URLSearchParams({ text: code, _case: id })}`

/** Address of one payout list. */
export const payoutPath = (id: string): string => `${paths.payout}?id=${id}`
