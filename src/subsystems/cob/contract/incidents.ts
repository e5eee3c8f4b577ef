import { incidentContracts } from '#core/incidents/contract/incidents.ts'
import { ITEM_SUBJECT } from './items.ts'

const ROOT = '/pp-cob/quan_ly_su_vu'

/** Incidents of cash on delivery: what senders, receivers, offices and partners report about items and deposits. */
export const cobIncidents = incidentContracts({
  desk: 'COB',
  api: '/cpob-407/incident/v1',
  routes: {
    list: `${ROOT}/danh_sach_yeu_cau`,
    detail: `${ROOT}/chi_tiet_yeu_cau/{id}`,
    board: `${ROOT}/bang_su_vu`,
  },
  name: { vi: 'COD', en: 'cash on delivery' },
  // Of money orders and payments; cash on delivery has words of its own for what goes wrong.
  leavesOut: ['NOT_RECEIVED', 'WRONG_AMOUNT', 'CHARGED_TWICE', 'WRONG_RECEIVER', 'WRONG_DETAILS', 'LATE'],
  takes: [{ type: 'payment.transaction', services: ['COD'] }, { type: ITEM_SUBJECT }],
})
