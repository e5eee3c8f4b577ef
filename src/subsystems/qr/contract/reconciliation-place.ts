import { type DeskPlace, deskPermissions } from '#core/reconciliation/contract/desk.ts'

const ROOT = '/pp-qr/doi_soat'

/** Payments by QR as one side of a reconciliation: how sessions and configurations name them. Light, because every page loads it. */
export const qrPlug = { key: 'QR', name: { vi: 'Thanh toán QR', en: 'QR payments' } }

/** Where payments by QR are reconciled with the banks and wallets that report them. */
export const qrReconciliationPlace: DeskPlace = {
  desk: 'QR',
  api: '/qr-schedule-rc/v1',
  routes: {
    list: ROOT,
    detail: `${ROOT}/xem_chi_tiet`,
    setups: `${ROOT}/cau_hinh`,
    setup: `${ROOT}/cau_hinh/chi_tiet`,
    ageing: `${ROOT}/tuoi_chenh_lech`,
  },
  name: { vi: 'thanh toán QR', en: 'QR payments' },
  plugs: [qrPlug.key],
}

export const qrReconciliationPermissions = deskPermissions(ROOT)
