import type { AuditNames } from '#platform/server/module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  subjects: {
    'report.schedule': {
      vi: 'Lịch gửi báo cáo',
      en: 'Report schedule',
      entity: 'reports.schedule',
      fields: { report: { vi: 'Báo cáo', en: 'Report' }, filter: { vi: 'Bộ lọc', en: 'Filter' } },
    },
  },
}
