import type { AuditNames } from '#platform/server/module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  subjects: {
    'qr.transaction': { vi: 'Danh sách giao dịch QR', en: 'List of QR transactions' },
    'qr.dailyReport': { vi: 'Báo cáo ngày', en: 'Daily report' },
    // Under this name in older entries (see core/iam).
    'report.dailyReport': { vi: 'Báo cáo ngày', en: 'Daily report' },
  },
}
