/** Routes of the sub-system. */
export const paths = {
  dashboard: '/crm/dashboard',
  approvals: '/crm/approvals',
  controls: '/crm/controls',
  limits: '/crm/controls/limits',
} as const

/** The inbox with what the person may decide. */
export const toDecidePath = `${paths.approvals}?box=TO_DECIDE`
