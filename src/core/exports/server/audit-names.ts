import type { AuditNames } from '#platform/server/module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  subjects: { 'exports.export': { vi: 'File xuất', en: 'Export', fields: { title: { vi: 'Tên', en: 'Name' }, state: { vi: 'Trạng thái', en: 'State' } } } },
}
