import { z } from 'zod'
import { Count, DateOnly, Id, NameText } from '#kernel/primitives.ts'
import { defineReport } from '#kernel/report.ts'

/** Working hours, begun ones counted as whole. */
const Hours = Count.nullable()

/**
 * How partners answer, from the clocks that run while incidents wait for them: the waits that began in a period and how they ended, what is
 * waited for now, and where the late ones of the incidents that waited for a partner last came from. A wait that ended because its incident was
 * joined to another is left out.
 */
export const incidentPartnerReport = defineReport({
  path: '/incident-report/by-partner/v1/search',
  permission: 'incidents/team-report/view',
  summary: { vi: 'Báo cáo đối tác trả lời tra soát', en: 'Partners’ answers to incidents' },
  entity: 'incidents.partnerReport',
  title: 'partnerReport',
  form: '03/BC-SV',
  maxDays: 366,
  filter: { from: DateOnly, to: DateOnly, partnerId: Id.optional(), unitId: Id.optional() },
  row: z.object({
    partnerId: Id,
    partnerName: NameText,
    asked: Count,
    answered: Count,
    inTime: Count,
    late: Count,
    /** The reporter was heard of first, which ended the wait. */
    unanswered: Count,
    median: Hours,
    longest: Hours,
    /** Now, whenever they were asked. */
    open: Count,
    openLate: Count,
    overdue: Count,
    lateOurs: Count,
    latePartner: Count,
    lateCustomer: Count,
    lateUnknown: Count,
  }),
  groups: [],
  order: ['partnerName', 'partnerId'],
  totals: [
    ...(['asked', 'answered', 'inTime', 'late', 'unanswered', 'open', 'openLate'] as const),
    ...(['overdue', 'lateOurs', 'latePartner', 'lateCustomer', 'lateUnknown'] as const),
  ],
  adds: { answered: ['inTime', 'late'], overdue: ['lateOurs', 'latePartner', 'lateCustomer', 'lateUnknown'] },
  chart: { by: 'partnerName', bars: ['inTime', 'late'], line: 'open' },
  current: ['partnerName'],
})
