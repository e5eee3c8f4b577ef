import type { AuditNames } from '../module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  subjects: {
    'platform.file': { vi: 'File', en: 'File', fields: { kind: { vi: 'Loại file', en: 'Kind of file' }, name: { vi: 'Tên file', en: 'File name' } } },
  },
}
