import type { AuditNames } from '#platform/server/module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  subjects: {
    'assignment.assignment': {
      vi: 'Phân công nghiệp vụ',
      en: 'Assignment',
      fields: {
        unitId: { vi: 'Đơn vị', en: 'Unit' },
        userId: { vi: 'Người dùng', en: 'User' },
        allowed: { vi: 'Cho phép', en: 'Allowed' },
        subjects: { vi: 'Áp dụng cho', en: 'Applies to' },
      },
    },
  },
}
