/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  transactions: '/pp-cfm/quan_ly_giao_dich/danh_sach',
  transaction: '/pp-cfm/quan_ly_giao_dich/detail',
} as const
