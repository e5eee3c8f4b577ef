import type { AuditNames } from '#platform/server/module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  subjects: { 'platform.mail': { vi: 'Thư điện tử', en: 'Mail', entity: 'mail.mail' }, 'mail.mail': { vi: 'Danh sách thư điện tử', en: 'List of mails' } },
}
