import type { DepositKind } from './service.ts'

const BASE = '/pp-cob/quan_ly_giao_dich'

/** Where hand-ins at offices are listed. */
export const HAND_INS_ROUTE = `${BASE}/nop_tien_tai_buu_cuc`

/** Where a deposit of each kind is shown, and one that was cancelled. */
export const depositRoutes: Readonly<Record<DepositKind | 'CANCELLED', string>> = {
  CASH: `${BASE}/chi_tiet_giao_dich_nop_tien_mat/{id}`,
  WALLET: `${BASE}/chi_tiet_giao_dich_nop_tien_qua_vi_dien_tu/{id}`,
  QR: `${BASE}/chi_tiet_giao_dich_nop_qua_Qrcode/{id}`,
  TKTT: `${BASE}/chi_tiet_giao_dich_nop_tien_mat_TKTT/{id}`,
  CANCELLED: `${BASE}/chi_tiet_giao_dich_gd_huy_nop_COD/{id}`,
}

/** Its address, by what it is now. */
export const depositPath = ({ id, kind, status }: { id: string; kind: DepositKind; status: string }): string =>
  depositRoutes[status === 'CANCELLED' ? 'CANCELLED' : kind].replace('{id}', id)
