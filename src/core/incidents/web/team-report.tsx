import { incidentTeamReport } from '#core/incidents/contract/team-report.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'

/** How long each team takes to answer and to resolve, what came back and what lies open. */
export default reportScreen(incidentTeamReport, {
  filters: [
    { range: ['from', 'to'], label: 'period', days: 30 },
    { field: 'unitId', input: UnitSelect },
  ],
  columns: [
    { field: 'teamName', fixed: 'start' },
    'received',
    'answered',
    'answerMedian',
    'answerP95',
    'resolved',
    'resolutionMedian',
    'resolutionP95',
    'reopened',
    'reopenRate',
    'overdue',
    'lateOurs',
    'latePartner',
    'lateCustomer',
    'lateUnknown',
    'open',
    'openDay',
    'openThreeDays',
    'openWeek',
    'openOlder',
    'openAmount',
  ],
  actions: ReportTools,
})
