/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  globalParam: '/system-config/global-param',
  auditLog: '/system-config/audit-log',
  globalList: '/system-config/global-list',
  mailOutbox: '/system-config/mail-outbox',
  jobs: '/system-config/jobs',
  administrativeArea: '/category/administrative-area',
  administrativeAreaImport: '/category/administrative-area/import-file',
} as const
