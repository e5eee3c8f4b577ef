import type { AuditNames } from '#platform/server/module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  subjects: {
    'organisation.unit': { vi: 'Đơn vị', en: 'Unit' },
    'organisation.staff': { vi: 'Nhân viên', en: 'Member of staff', fields: { partnerId: { vi: 'Đối tác', en: 'Partner' } } },
  },
}
