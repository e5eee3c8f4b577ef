import { type DeskPlace, deskPermissions } from '#core/reconciliation/contract/desk.ts'

// Light, because every page loads this file.

const ROOT = '/pp-cob/doi_soat'
const LDP = `${ROOT}/LDP`
const BANK = `${ROOT}/Bank`

/** What postmen have collected against what was handed in of it: both sides are our own records. */
export const ldpPlug = { key: 'COD_LDP', name: { vi: 'COD: phát, thu và nộp', en: 'COD: collected and handed in' } }

/** Deposits of COD money against the statements of the banks and wallets that they came through. */
export const codPlug = { key: 'COD', name: { vi: 'Nộp tiền COD', en: 'COD deposits' } }

/** The screens of a desk below its list. */
const below = (root: string) => ({ setups: `${root}/cau_hinh`, setup: `${root}/cau_hinh/chi_tiet`, ageing: `${root}/tuoi_chenh_lech` })

/** Where what was collected is reconciled with what was handed in. */
export const ldpPlace: DeskPlace = {
  desk: 'COB_LDP',
  api: '/cob-schedule-partner/ldp/v1',
  routes: { list: LDP, detail: `${ROOT}/detail`, ...below(LDP) },
  name: { vi: 'lệnh phát, nộp COD', en: 'COD delivery and hand-in' },
  plugs: [ldpPlug.key],
}

/** Where deposits are reconciled with banks and wallets. */
export const codBankPlace: DeskPlace = {
  desk: 'COB_BANK',
  api: '/cob-schedule-partner/bank/v1',
  routes: { list: BANK, detail: `${BANK}/xem_chi_tiet`, ...below(BANK) },
  name: { vi: 'nộp COD qua ngân hàng', en: 'COD deposits through banks' },
  plugs: [codPlug.key],
}

export const ldpPermissions = deskPermissions(LDP)
export const codBankPermissions = deskPermissions(BANK)
