import type { AuditSubject } from '#platform/server/module.ts'

/** What the audit log calls the records of key accounts, and their settlements. */
export const keyAccountSubjects: Readonly<Record<string, AuditSubject>> = {
  'cob.key_account': { vi: 'Khách hàng lớn', en: 'Key account', entity: 'cob.key-accounts.keyAccount', fields: { request: { vi: 'Yêu cầu', en: 'Request' } } },
  'cob.settlement': { vi: 'Quyết toán COD', en: 'COD settlement', entity: 'cob.settlements.settlement' },
  'cob.settlement_run': {
    ...{ vi: 'Đợt quyết toán COD', en: 'COD settlement run', entity: 'cob.settlements.run' },
    fields: { request: { vi: 'Yêu cầu', en: 'Request' }, code: { vi: 'Mã đợt', en: 'Run' }, stepNote: { vi: 'Ghi chú', en: 'Note' } },
  },
}
