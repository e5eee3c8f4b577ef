/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  accounts: '/pp-gl/quan_ly_tai_khoan_nghiep_vu/danh_sach_tai_khoan_nghiep_vu',
  account: '/pp-gl/quan_ly_tai_khoan_nghiep_vu/chi_tiet_tai_khoan_nghiep_vu/{id}',
  chart: '/pp-gl/he_thong_tai_khoan',
  chartImport: '/pp-gl/he_thong_tai_khoan/import-file',
  manualJournals: '/pp-gl/but_toan_dieu_chinh',
  manualJournal: '/pp-gl/but_toan_dieu_chinh/{id}',
} as const
