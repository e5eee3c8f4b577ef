import { z } from 'zod'
import { defineCommand, defineList } from '#kernel/contract.ts'
import { CodeText, Count, DateOnly, Id, Money, NameText, RequiredNote, SearchText } from '#kernel/primitives.ts'

const BASE = 'pp-cfm/bao_cao/giao_dich_tien_mat_lon'
const API = '/cfm-admin/large-cash/v1'

/** People whose cash of a day reaches the limit of `cfm.large-cash`, to be filed. */
export const listLargeCash = defineList({
  path: `${API}/search`,
  permission: `${BASE}/view`,
  summary: { vi: 'Giao dịch tiền mặt lớn phải báo cáo', en: 'Large cash to be reported' },
  entity: 'cfm.largeCash',
  filter: {
    /** Part of the name, or the number in full. */
    text: SearchText,
    from: DateOnly.optional(),
    to: DateOnly.optional(),
  },
  /** Of the identity number the last digits alone. */
  row: z.object({ id: Id, businessDate: DateOnly, personName: NameText, identityNumber: CodeText, takenIn: Money, paidOut: Money, total: Money, slips: Count }),
  sort: ['businessDate', 'total'],
  defaultSort: '-businessDate',
})

/** The identity number in full; the audit log keeps who has seen it, and why. */
export const revealLargeCash = defineCommand({
  path: `${API}/reveal`,
  permission: `${BASE}/reveal`,
  summary: { vi: 'Xem số giấy tờ trong báo cáo tiền mặt lớn', en: 'Show the identity number of a large cash entry' },
  input: { id: Id, reason: RequiredNote(200) },
  output: z.object({ identityNumber: CodeText }),
})
