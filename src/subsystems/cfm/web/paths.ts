/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  units: '/pp-cfm/qltc',
  admins: '/pp-cfm/qltk/danh_sach',
  adminsImport: '/pp-cfm/qltk/them_moi_theo_lo',
} as const
