import { incidentContracts } from '#core/incidents/contract/incidents.ts'

/** Incidents of payments by QR: what customers, shops and banks report about them. */
export const qrIncidents = incidentContracts({
  desk: 'QR',
  api: '/qr-admin/incident/v1',
  routes: {
    list: '/pp-qr/vhdv/quan_ly_yeu_cau_su_vu',
    detail: '/pp-qr/vhdv/chi_tiet_yeu_cau_su_vu/{id}',
    board: '/pp-qr/vhdv/bang_su_vu',
  },
  name: { vi: 'thanh toán QR', en: 'QR payments' },
  // Of money orders: a payment by QR goes to the account that its code names; and of cash on delivery.
  leavesOut: ['WRONG_RECEIVER', 'WRONG_DETAILS', 'COD_SHORT', 'COD_NOT_COLLECTED', 'COD_WRONG_AMOUNT', 'COD_TWICE', 'COD_NOT_PAID'],
  takes: [{ type: 'payment.transaction', services: ['QR'] }],
})
