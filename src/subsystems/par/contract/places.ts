import { type DeskPlace, deskPermissions } from '#core/reconciliation/contract/desk.ts'
import type { RequestPlace } from '#core/reconciliation/contract/requests.ts'

// Light, because every page loads this file.

/** Transfers to accounts on behalf of others, against what the bank says it paid. */
export const transferPlug = { key: 'DISB', name: { vi: 'Chi hộ, chuyển khoản', en: 'Payments on behalf by transfer' } }

/** What merchants are owed, against what was transferred to them: both sides are our own records. */
export const merchantPlug = { key: 'QR_MC', name: { vi: 'Phải trả điểm bán QR', en: 'Owed to QR merchants' } }

/** The screens of a desk below its list. */
const below = (root: string) => ({ setups: `${root}/cau_hinh`, setup: `${root}/cau_hinh/chi_tiet`, ageing: `${root}/tuoi_chenh_lech` })

const PARTNERS = '/pp-par/doi_soats'
const ON_BEHALF = '/pp-par/doi_soat_POB'
const MERCHANTS = '/pp-par/doi_soat_QR_MC'
const REQUESTS = '/pp-par/doi_soat_xu_ly_giao_dich'

/** Every partner over all services: what is reconciled with partners at desks of its own is shown here too. */
export const partnerPlace: DeskPlace = {
  desk: 'PAR',
  api: '/pp-admin/rc/partner/v1',
  routes: { list: PARTNERS, detail: `${PARTNERS}/xem_chi_tiet`, ...below(PARTNERS) },
  name: { vi: 'đối tác', en: 'partners' },
  plugs: ['QR', 'SDK', 'COD', transferPlug.key],
}

/** Money paid on behalf of others. */
export const onBehalfPlace: DeskPlace = {
  desk: 'PAR_POB',
  api: '/pp-admin/rc/pob/v1',
  routes: { list: ON_BEHALF, detail: '/pp-par/doi_soat/xem_chi_tiet', ...below(ON_BEHALF) },
  name: { vi: 'chi hộ', en: 'payments on behalf' },
  plugs: [transferPlug.key],
}

/** What merchants are owed and what they were paid. */
export const merchantPlace: DeskPlace = {
  desk: 'PAR_QR_MC',
  api: '/pp-admin/rc/qr-merchant/v1',
  routes: { list: MERCHANTS, detail: `${MERCHANTS}/xem_chi_tiet`, ...below(MERCHANTS) },
  name: { vi: 'điểm bán QR', en: 'QR merchants' },
  plugs: [merchantPlug.key],
}

/** Handling requests over all services. */
export const requestPlace: RequestPlace = {
  desk: 'PAR',
  api: '/pp-admin/rc/order/batch/v1',
  routes: { list: REQUESTS, create: `${REQUESTS}/tao_yeu_cau`, detail: `${REQUESTS}/chi_tiet_yeu_cau` },
  name: { vi: 'đối tác', en: 'partners' },
}

export const partnerPermissions = deskPermissions(PARTNERS)
export const onBehalfPermissions = deskPermissions(ON_BEHALF)
export const merchantPermissions = deskPermissions(MERCHANTS)
