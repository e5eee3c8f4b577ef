import { type DeskPlace, deskPermissions } from '#core/reconciliation/contract/desk.ts'
import type { RequestPlace } from '#core/reconciliation/contract/requests.ts'

const ROOT = '/pp-sdk/doi_soat'
const REQUESTS = '/pp-sdk/xu_ly_giao_dich_bat_dong_bo'

/** Payments in partners' apps as one side of a reconciliation: how sessions and configurations name them. Light, because every page loads it. */
export const sdkPlug = { key: 'SDK', name: { vi: 'Thanh toán qua SDK', en: 'SDK payments' } }

/** Where payments in partners' apps are reconciled with the partners' transaction files. */
export const sdkReconciliationPlace: DeskPlace = {
  desk: 'SDK',
  api: '/sdk-admin/reconciliation/v1',
  routes: {
    list: ROOT,
    detail: `${ROOT}/xem_chi_tiet`,
    setups: `${ROOT}/cau_hinh`,
    setup: `${ROOT}/cau_hinh/chi_tiet`,
    ageing: `${ROOT}/tuoi_chenh_lech`,
  },
  name: { vi: 'thanh toán SDK', en: 'SDK payments' },
  plugs: [sdkPlug.key],
}

export const sdkReconciliationPermissions = deskPermissions(ROOT)

/** Where payments in partners' apps that are in doubt are handled. */
export const sdkRequestPlace: RequestPlace = {
  desk: 'SDK',
  api: '/sdk-admin/rc/order/v1',
  routes: { list: REQUESTS, create: `${REQUESTS}/tao_yeu_cau`, detail: `${REQUESTS}/chi_tiet` },
  name: { vi: 'thanh toán SDK', en: 'SDK payments' },
  services: ['SDK'],
}
