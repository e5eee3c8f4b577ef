import { z } from 'zod'
import { defineList } from '#kernel/contract.ts'
import { CodeText, Count, DateOnly, Id, Money, NameText, SearchText } from '#kernel/primitives.ts'

/** People whose cash of a day reaches the limit of `cfm.large-cash`, to be filed: numbers stand in full, so it has a right of its own. */
export const listLargeCash = defineList({
  path: '/cfm-admin/large-cash/v1/search',
  permission: 'pp-cfm/bao_cao/giao_dich_tien_mat_lon/view',
  summary: { vi: 'Giao dịch tiền mặt lớn phải báo cáo', en: 'Large cash to be reported' },
  entity: 'cfm.largeCash',
  filter: {
    /** Part of the name, or of the number. */
    text: SearchText,
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  row: z.object({ id: Id, businessDate: DateOnly, personName: NameText, identityNumber: CodeText, takenIn: Money, paidOut: Money, total: Money, slips: Count }),
  sort: ['businessDate', 'total'],
  defaultSort: '-businessDate',
})
