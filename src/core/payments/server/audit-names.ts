import type { AuditNames } from '#platform/server/module.ts'

/** What the audit log calls what this module writes to it beside its calls, and the records that it writes of. */
export const auditNames: AuditNames = {
  events: {
    'payments.report': { vi: 'Kênh báo giao dịch', en: 'A channel reports a transaction' },
    'payments.outcome': { vi: 'Kênh báo kết quả giao dịch', en: 'A channel reports an outcome' },
  },
  subjects: {
    'payment.transaction': {
      vi: 'Giao dịch',
      en: 'Transaction',
      entity: 'payments.transaction',
      fields: { service: { vi: 'Dịch vụ', en: 'Service' }, outcome: { vi: 'Kết quả', en: 'Outcome' } },
    },
  },
}
