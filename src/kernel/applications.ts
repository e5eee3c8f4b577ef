/** The sub-system codes of the portal. */
export const SUBSYSTEMS = [
  'O2O_CRM',
  'PP_CFM_NEW',
  'PP_CFM',
  'PP_QR',
  'PP_COB',
  'PP_PARTNER',
  'PP_GL',
  'PP_PAR',
  'PP_EGP',
  'PP_POB',
  'PP_SO',
  'PP_REPORT',
  'PP_SDK',
  'PP_SYS',
] as const
export type SubsystemCode = (typeof SUBSYSTEMS)[number]
/** Where everybody may sign in. */
export const DEFAULT_CLIENT: SubsystemCode = 'O2O_CRM'

/** Where the system itself is administered. */
export const ADMINISTRATION: SubsystemCode = 'PP_SYS'
