import { z } from 'zod'
import { Count, DateOnly, Id, Money, UnitText } from '#kernel/primitives.ts'
import { defineReport } from '#kernel/report.ts'

/** Working minutes. */
const Minutes = Count.nullable()

/**
 * Incidents by the team that handles them. Of those reported in a period: how long the first answer and the resolution took of working time
 * (the median, and what 95 of a hundred stayed within), how many came back, and where the late ones came from. Beside these, whatever their
 * period, all that are open now and were reported up to its end: how old they are and what money they are about. Those that were joined to
 * another are left out.
 */
export const incidentTeamReport = defineReport({
  path: '/incident-report/by-team/v1/search',
  permission: 'incidents/team-report/view',
  summary: { vi: 'Báo cáo xử lý sự vụ theo đơn vị', en: 'Incidents by team' },
  entity: 'incidents.teamReport',
  title: 'teamReport',
  form: '02/BC-SV',
  maxDays: 366,
  filter: { from: DateOnly, to: DateOnly, unitId: Id.optional() },
  row: z.object({
    desk: z.string().meta({ kind: 'code' }),
    teamId: Id.nullable(),
    /** Says so where nobody has taken them. */
    teamName: UnitText,
    received: Count,
    answered: Count,
    answerMedian: Minutes,
    answerP95: Minutes,
    resolved: Count,
    resolutionMedian: Minutes,
    resolutionP95: Minutes,
    reopened: Count,
    /** Per cent of those that had ended at least once. */
    reopenRate: Count.nullable(),
    overdue: Count,
    lateOurs: Count,
    latePartner: Count,
    lateCustomer: Count,
    /** No outcome has been proposed yet, or there was none. */
    lateUnknown: Count,
    open: Count,
    openDay: Count,
    openThreeDays: Count,
    openWeek: Count,
    openOlder: Count,
    /** Of a record with several open incidents once. */
    openAmount: Money,
  }),
  groups: [{ by: 'desk' }],
  order: ['teamName', 'teamId'],
  totals: [
    ...(['received', 'answered', 'resolved', 'reopened', 'overdue', 'lateOurs', 'latePartner', 'lateCustomer', 'lateUnknown'] as const),
    ...(['open', 'openDay', 'openThreeDays', 'openWeek', 'openOlder', 'openAmount'] as const),
  ],
  adds: { overdue: ['lateOurs', 'latePartner', 'lateCustomer', 'lateUnknown'], open: ['openDay', 'openThreeDays', 'openWeek', 'openOlder'] },
  chart: { by: 'teamName', bars: ['received', 'resolved'], line: 'overdue' },
  definition: 2,
  current: ['teamName'],
})
