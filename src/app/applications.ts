import type { Workplaces } from '#core/iam/server/public.ts'
import { SUBSYSTEMS, type SubsystemCode } from '#kernel/applications.ts'

/** Where the people of a demo start: it shows something to all of them. */
export const DEMO_CLIENT: SubsystemCode = 'PP_QR'

const everyday: readonly SubsystemCode[] = ['PP_CFM', 'PP_CFM_NEW', 'PP_QR', 'PP_COB', 'PP_EGP', 'PP_SO', 'PP_POB', 'PP_REPORT']
/** Who works in which applications. */
export const WORKPLACES: Workplaces = {
  office: everyday,
  province: ['O2O_CRM', 'PP_GL', ...everyday],
  partner: ['PP_QR', 'PP_SDK', 'PP_REPORT'],
  ours: ['vietqr/', 'merchants/', 'pp-qr/vhdv/', 'pp-qr/xu_ly_su_vu/'],
  books: [
    'period-cut-off/',
    'payouts/funds/',
    'payouts/programmes/',
    'payouts/duties/',
    'payouts/updates/',
    'merchants/fee-plans/',
    'merchants/settlements/create',
    'merchants/settlements/approve',
    'pp-qr/doi_soat/',
    'pp-cob/doi_soat/',
    'pp-sdk/doi_soat/',
    'pp-sdk/xu_ly_giao_dich_bat_dong_bo/',
  ],
}

/** First parts of permission uris that do not simply name their application. */
const FIRST_PARTS: Record<string, SubsystemCode> = {
  'cfm-v2': 'PP_CFM_NEW',
  'period-cut-off': 'PP_REPORT',
  cash: 'PP_CFM_NEW',
  'cash-report': 'PP_CFM',
  treasury: 'PP_CFM',
  counter: 'PP_CFM',
  payments: 'PP_CFM',
  payouts: 'PP_CFM',
  merchants: 'PP_QR',
  incidents: 'PP_CFM',
  vietqr: 'PP_QR',
  crm: 'PP_PARTNER',
  'general-ledger': 'PP_GL',
  'user-permission': 'PP_SYS',
  'system-config': 'PP_SYS',
  'product-policy': 'PP_SYS',
  category: 'PP_SYS',
  'general-configuration': 'PP_SYS',
  o2o: 'O2O_CRM',
}

/** Users, staff and units are administered from several applications, so these count in all of them. */
const COMMON = ['users', 'staff', 'org-units'].map((what) => `user-permission/user-management/${what}/`)
/**
 * What screens of other applications show too: the cash of a unit, where its day close stands, the slip of a payment, the journal behind a figure, the
 * transfers of a payout list, where the money is, what its partner was told and what was reported about a record.
 */
const SHARED = [
  'o2o/disbursements/',
  'cash/holdings/',
  'cash/day-close/view',
  'counter/slips/',
  'general-ledger/accounts/view',
  'o2o/money-trace/view',
  'o2o/partner-deliveries/',
  'payments/outcomes/view',
  'payments/outcomes/update',
  'payments/outcomes/submit',
  'pp-cfm/xu_ly_su_vu/danh_sach_su_vu/view',
  'pp-cfm/xu_ly_su_vu/danh_sach_su_vu/create',
  'pp-qr/vhdv/quan_ly_yeu_cau_su_vu/view',
  'pp-qr/vhdv/quan_ly_yeu_cau_su_vu/create',
]

/** Whether a permission counts in every application, whichever it is granted with. */
export const isShared = (uri: string): boolean => SHARED.some((start) => uri.startsWith(start))

/** The application that a permission uri is granted with; null when it is common to all. */
export function applicationOf(uri: string): SubsystemCode | null {
  if (COMMON.some((start) => uri.startsWith(start))) return null
  const first = uri.split('/')[0] ?? ''
  const code = first.toUpperCase().replaceAll('-', '_')
  return SUBSYSTEMS.find((one) => one === code) ?? FIRST_PARTS[first] ?? null
}
