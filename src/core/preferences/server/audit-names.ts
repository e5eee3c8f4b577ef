import type { AuditNames } from '#platform/server/module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  subjects: {
    'preferences.list_view': {
      vi: 'Chế độ xem',
      en: 'View',
      fields: {
        list: { vi: 'Danh sách', en: 'List' },
        name: { vi: 'Tên', en: 'Name' },
        audience: { vi: 'Dùng cho', en: 'Audience' },
        content: { vi: 'Nội dung', en: 'Content' },
      },
    },
  },
}
