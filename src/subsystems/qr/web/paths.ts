import { addressOf } from '#core/payments/contract/transactions.ts'
import { fill } from '#kernel/language.ts'
import { qrIncidents } from '../contract/incidents.ts'
import { qrInquiry } from '../contract/inquiry.ts'
import { qrReconciliationPlace } from '../contract/reconciliation-place.ts'
import { qrTransactions } from '../contract/transactions.ts'

/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  overview: '/pp-qr/tong_quan',
  transactions: qrTransactions.routes.list,
  transaction: qrTransactions.routes.detail,
  codes: '/pp-qr/quan_ly_qr/danh_sach_qr',
  code: '/pp-qr/quan_ly_qr/chi_tiet_qr/{id}',
  codeImport: '/pp-qr/quan_ly_qr/nhap_qr',
  studio: '/pp-qr/quan_ly_qr/doc_ma_qr',
  accounts: '/pp-qr/quan_ly_qr/tai_khoan_dinh_danh',
  inquiry: qrInquiry.route,
  incidents: qrIncidents.routes.list,
  incident: qrIncidents.routes.detail,
  incidentBoard: qrIncidents.routes.board,
  incidentsHandled: '/pp-qr/xu_ly_su_vu/danh_sach_su_vu',
  dailyReport: '/pp-qr/baocaothongke/baocaochitietngay',
  summaryReport: '/pp-qr/baocaothongke/baocaotonghop',
  returnReport: '/pp-qr/baocaothongke/bao_cao_chi_tiet_hoan_huy',
  returnSummary: '/pp-qr/baocaothongke/bao_cao_tong_hop_hoan_huy',
  cumulativeReport: '/pp-qr/baocaothongke/bao_cao_luy_ke',
  merchants: '/pp-qr/qltaikhoan',
  merchant: '/pp-qr/qltaikhoan/chi_tiet',
  feePlans: '/pp-qr/qltaikhoan/bieu_phi',
  settlements: '/pp-qr/qltaikhoan/quyet_toan',
  settlementMovements: '/pp-qr/qltaikhoan/phat_sinh',
  merchantStatement: '/pp-qr/qltaikhoan/sao_ke',
  settlement: '/pp-qr/qltaikhoan/quyet_toan/{id}',
  reconciliation: qrReconciliationPlace.routes.list,
  reconciliationSession: qrReconciliationPlace.routes.detail,
  reconciliationSetups: qrReconciliationPlace.routes.setups,
  reconciliationSetup: qrReconciliationPlace.routes.setup,
  reconciliationAgeing: qrReconciliationPlace.routes.ageing,
} as const

/** Address of one merchant, and of one fee plan in its list. */
export const merchantPath = (id: string): string => `${paths.merchant}?id=${id}`
export const feePlanPath = (id: string): string => `${paths.feePlans}?id=${id}`

/** Address of one settlement, and of those of a unit. */
export const settlementPath = (id: string): string => fill(paths.settlement, { id })
export const settlementsOfUnit = (unitId: string): string => `${paths.settlements}?${new URLSearchParams({ unitId, from: '' })}`

/** Address of a virtual account in its list, which names its code. */
export const accountPath = (number: string): string => `${paths.accounts}?${new URLSearchParams({ number, from: '' })}`

/** Address of one transaction's detail. */
export const transactionPath = (id: string): string => addressOf(qrTransactions, id)

/** What a list of payments is narrowed to, as its address has it. */
export type Narrowed = Readonly<Record<string, string | readonly string[]>>

/** Address of the list of payments of some days. */
export const paymentsOf = (from: string, to: string, more: Narrowed = {}): string =>
  `${paths.transactions}?${new URLSearchParams([...Object.entries(more).flatMap(([name, value]) => [value].flat().map((one) => [name, one])), ['from', from], ['to', to]])}`

/** Address of the report of refunds of a day. */
export const refundsOf = (day: string): string => `${paths.returnReport}?${new URLSearchParams({ kind: 'REFUND', from: day, to: day })}`
