/** Where items are listed. */
export const ITEMS_ROUTE = '/pp-cob/quan_ly_buu_gui_chap_nhan'
