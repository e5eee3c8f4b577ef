import { z } from 'zod'
import { Count, DateOnly, Id, Money, UnitText } from '#kernel/primitives.ts'
import { defineReport } from '#kernel/report.ts'

/**
 * Postal money transfers of a quarter, as the State Bank is told by the 5th of the next month (Circular 15/2024, article 14), by the office that
 * took them in: what waited for its receiver when it began, what was sent, paid and given back in it, and what waits at its end.
 */
export const postalReport = defineReport({
  path: '/cfm-report/postal-transfer/v1/search',
  permission: 'pp-cfm/bao_cao/chuyen_tien_buu_chinh/view',
  summary: { vi: 'Báo cáo quý dịch vụ chuyển tiền bưu chính', en: 'Quarterly report of postal money transfers' },
  entity: 'cfm.postalReport',
  title: 'postalReport',
  form: '01/CTBC-Q',
  maxDays: 92,
  filter: { from: DateOnly, to: DateOnly, unitId: Id.optional() },
  row: z.object({
    provinceId: Id.nullable(),
    provinceName: UnitText.nullable(),
    unitId: Id,
    unitName: UnitText,
    opening: Count,
    openingAmount: Money,
    sent: Count,
    sentAmount: Money,
    paid: Count,
    paidAmount: Money,
    /** Given back to the sender: unclaimed, or cancelled. */
    returned: Count,
    returnedAmount: Money,
    closing: Count,
    closingAmount: Money,
  }),
  groups: [{ by: 'provinceId', name: 'provinceName' }],
  order: ['unitName', 'unitId'],
  totals: ['opening', 'openingAmount', 'sent', 'sentAmount', 'paid', 'paidAmount', 'returned', 'returnedAmount', 'closing', 'closingAmount'],
  adds: { closing: ['opening', 'sent', '-paid', '-returned'], closingAmount: ['openingAmount', 'sentAmount', '-paidAmount', '-returnedAmount'] },
  inWords: 'sentAmount',
  current: ['provinceName', 'unitName'],
})
