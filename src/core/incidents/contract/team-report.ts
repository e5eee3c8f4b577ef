import { z } from 'zod'
import { Count, DateOnly, Id, UnitText } from '#kernel/primitives.ts'
import { defineReport } from '#kernel/report.ts'

/** Working minutes. */
const Minutes = Count.nullable()

/**
 * Incidents that were reported in a period, by the team that handles them: how long the first answer and the resolution took of working time,
 * the median and what 95 of a hundred stayed within. Those that were joined to another are left out.
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
    open: Count,
    overdue: Count,
  }),
  groups: [{ by: 'desk' }],
  order: ['teamName', 'teamId'],
  totals: ['received', 'answered', 'resolved', 'open', 'overdue'],
  chart: { by: 'teamName', bars: ['received', 'resolved'], line: 'overdue' },
  current: ['teamName'],
})
