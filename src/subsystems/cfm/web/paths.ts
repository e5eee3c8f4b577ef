/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  treasury: '/pp-cfm/quan_ly_ngan_quy/giao_dich_ngan_quy',
  treasuryDetail: '/pp-cfm/quan_ly_ngan_quy/detail',
} as const
