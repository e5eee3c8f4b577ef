import { ITEMS_ROUTE } from '../contract/item-paths.ts'
import { codBankPlace, ldpPlace } from '../contract/reconciliation-place.ts'
import { SETTLEMENT_ROUTE, SETTLEMENTS_ROUTE } from '../contract/settlement-paths.ts'

export { settlementPath } from '../contract/settlement-paths.ts'

/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  items: ITEMS_ROUTE,
  item: `${ITEMS_ROUTE}/chi_tiet/{id}`,
  couriers: `${ITEMS_ROUTE}/buu_ta`,
  board: `${ITEMS_ROUTE}/dang_giu_tien`,
  transactions: '/pp-cob/quan_ly_giao_dich/danh_sach_giao_dich',
  cashDeposit: '/pp-cob/quan_ly_giao_dich/chi_tiet_giao_dich_nop_tien_mat/{id}',
  walletDeposit: '/pp-cob/quan_ly_giao_dich/chi_tiet_giao_dich_nop_tien_qua_vi_dien_tu/{id}',
  qrDeposit: '/pp-cob/quan_ly_giao_dich/chi_tiet_giao_dich_nop_qua_Qrcode/{id}',
  tkttDeposit: '/pp-cob/quan_ly_giao_dich/chi_tiet_giao_dich_nop_tien_mat_TKTT/{id}',
  cancelledDeposit: '/pp-cob/quan_ly_giao_dich/chi_tiet_giao_dich_gd_huy_nop_COD/{id}',
  senderPayouts: '/pp-cob/quan_ly_giao_dich/chi_tra_nguoi_gui',
  senderPayout: '/pp-cob/quan_ly_giao_dich/chi_tiet_chi_tra_nguoi_gui',
  handIns: '/pp-cob/quan_ly_giao_dich/nop_tien_tai_buu_cuc',
  tkttSlips: '/pp-cob/nop_tien_mat_vao_tktt/danh_sach',
  tkttSlip: '/pp-cob/nop_tien_mat_vao_tktt/chi-tiet',
  keyAccounts: '/pp-cob/quan_ly_KHL/KHL',
  keyAccount: '/pp-cob/quan_ly_KHL/xemChiTiet',
  settlements: SETTLEMENTS_ROUTE,
  settlement: SETTLEMENT_ROUTE,
  issuances: '/pp-cob/quan-ly-phat-hanh-nho-thu',
  issuance: '/pp-cob/quan_ly_phat_hanh_nho_thu/chi_tiet/{id}',
  issuanceLines: '/pp-cob/quan_ly_phat_hanh_nho_thu/danh_sach_khoan',
  issuanceImport: '/pp-cob/quan_ly_phat_hanh_nho_thu/nhap_file',
  incidents: '/pp-cob/quan_ly_su_vu/danh_sach_yeu_cau',
  incident: '/pp-cob/quan_ly_su_vu/chi_tiet_yeu_cau/{id}',
  incidentBoard: '/pp-cob/quan_ly_su_vu/bang_su_vu',
  incidentCreate: '/pp-cob/quan_ly_su_vu/tao_yeu_cau',
  watch: '/pp-cob/quan_ly_su_vu/danh_sach_giao_dich_can_theo_doi',
  ldp: '/pp-cob/doi_soat/LDP',
  ldpSession: '/pp-cob/doi_soat/detail',
  bank: '/pp-cob/doi_soat/Bank',
  ldpSetups: ldpPlace.routes.setups,
  ldpSetup: ldpPlace.routes.setup,
  ldpAgeing: ldpPlace.routes.ageing,
  bankSession: codBankPlace.routes.detail,
  bankSetups: codBankPlace.routes.setups,
  bankSetup: codBankPlace.routes.setup,
  bankAgeing: codBankPlace.routes.ageing,
  debtReport: '/pp-cob/bao_cao_th/bao_cao_cong_no_cod',
  detailReport: '/pp-cob/bao_cao_th/bao_cao_chi_tiet',
} as const

/** Address of one item. */
export const itemPath = (id: string): string => paths.item.replace('{id}', id)

/** Address of one payout to a retail sender. */
export const senderPayoutPath = (id: string): string => `${paths.senderPayout}?${new URLSearchParams({ id })}`

/** Address of a new incident about an item. */
export const newIncidentPath = (code: string): string => `${paths.incidentCreate}?${new URLSearchParams({ codes: code })}`

/** Address of one lot of collection requests. */
export const issuancePath = (id: string): string => paths.issuance.replace('{id}', id)

/** Address of one key account. */
export const keyAccountPath = (id: string): string => `${paths.keyAccount}?${new URLSearchParams({ id })}`

/** Addresses of the statements of a run, and of those of a key account, of whatever day. */
export const codRunPath = (runId: string): string => `${paths.settlements}?${new URLSearchParams({ runId, from: '' })}`
export const settlementsOfPath = (keyAccountId: string): string => `${paths.settlements}?${new URLSearchParams({ keyAccountId, from: '' })}`
