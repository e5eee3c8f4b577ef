import type { AuditNames } from '#platform/server/module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  events: { 'approvals.expire': { vi: 'Yêu cầu quá hạn duyệt', en: 'Request expired' } },
  subjects: {
    'approvals.request': { vi: 'Yêu cầu phê duyệt', en: 'Request for approval', fields: { subject: { vi: 'Đối tượng', en: 'Subject' } } },
    'approvals.delegation': {
      vi: 'Uỷ quyền phê duyệt',
      en: 'Delegation',
      fields: { principalId: { vi: 'Người uỷ quyền', en: 'Principal' }, delegateId: { vi: 'Người được uỷ quyền', en: 'Delegate' } },
    },
  },
}
