import { z } from 'zod'
import { Channel } from '#core/payments/contract/transaction.ts'
import { Count, DateOnly, Id, Money, NameText } from '#kernel/primitives.ts'
import { defineReport } from '#kernel/report.ts'
import { caseMachine, outcomePermissions } from './case.ts'
import { listCases, OUTCOMES_API } from './cases.ts'

const OPEN = caseMachine.status.options.filter((status) => status !== 'DECIDED')

/**
 * How outcomes that nobody knew were found out, by partner and channel: cases opened and decided in the period, by what, how long that took,
 * and what was open at its end. A verdict of two people counts as one by statement where a statement line says the same.
 */
export const outcomesReport = defineReport({
  path: `${OUTCOMES_API}/report/search`,
  permission: outcomePermissions.see,
  summary: { vi: 'Báo cáo xử lý giao dịch chưa rõ kết quả', en: 'Report on unresolved transactions' },
  entity: 'outcomes.report',
  title: 'report',
  form: '05/BC-TS',
  maxDays: 366,
  filter: { from: DateOnly, to: DateOnly, unitId: Id.optional(), partnerId: Id.optional(), channel: Channel.optional() },
  row: z.object({
    partnerId: Id,
    partnerName: NameText,
    channel: Channel,
    opened: Count,
    decided: Count,
    byReport: Count,
    byInquiry: Count,
    byStatement: Count,
    byPerson: Count,
    /** Half of the decided ones took at most so many minutes, 95 % of them at most the next; null where none was decided. */
    median: Count.nullable(),
    p95: Count.nullable(),
    /** At the end of the period, or now where that lies ahead. */
    open: Count,
    openAmount: Money,
    /** Hours since the oldest of them happened. */
    oldest: Count.nullable(),
    /** Decided ones that were contradicted in the period. */
    contradicted: Count,
  }),
  groups: [{ by: 'partnerId', name: 'partnerName' }],
  order: ['channel'],
  totals: ['opened', 'decided', 'byReport', 'byInquiry', 'byStatement', 'byPerson', 'open', 'openAmount', 'contradicted'],
  adds: { decided: ['byReport', 'byInquiry', 'byStatement', 'byPerson'] },
  drill: {
    list: listCases,
    fields: {
      open: ({ partnerId, channel }, filter) => ({
        ...{ status: OPEN, partnerId: partnerId ?? filter.partnerId, channel: channel ?? filter.channel, unitId: filter.unitId },
      }),
    },
  },
  current: ['partnerName'],
})
