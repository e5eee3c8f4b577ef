import { incidentContracts } from '#core/incidents/contract/incidents.ts'

/**
 * Incidents of cash-flow management: what is reported about money orders, payout lists, payments in partners' apps, cash under way and transfers; of payments by QR what was
 * opened before they had a desk of their own. */
export const cfmIncidents = incidentContracts({
  desk: 'CFM',
  api: '/cfm-admin/incident/v1',
  routes: {
    list: '/pp-cfm/xu_ly_su_vu/danh_sach_su_vu',
    detail: '/pp-cfm/xu_ly_su_vu/chi_tiet_su_vu',
    board: '/pp-cfm/xu_ly_su_vu/bang_su_vu',
  },
  name: { vi: 'dòng tiền', en: 'cash flow' },
  // Of cash on delivery.
  leavesOut: ['COD_SHORT', 'COD_NOT_COLLECTED', 'COD_WRONG_AMOUNT', 'COD_TWICE', 'COD_NOT_PAID'],
  takes: [
    { type: 'payment.transaction', services: ['CFM', 'PAYOUT', 'SDK'] },
    { type: 'payment.transaction', services: ['QR'], over: true },
    { type: 'payout.line' },
    { type: 'cash.treasury_transaction' },
    { type: 'disbursement.item' },
    { type: 'ledger.manual_journal' },
  ],
})
