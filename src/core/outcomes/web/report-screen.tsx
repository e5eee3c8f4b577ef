import { PartnerSelect, UnitSelect } from '#core/organisation/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { outcomesReport } from '../contract/report.ts'
import type { OutcomePaths } from './paths.ts'

/** How outcomes that nobody knew were found out, and how long that took. */
export default function outcomesReportScreen({ cases }: OutcomePaths) {
  return reportScreen(outcomesReport, {
    filters: [
      { range: ['from', 'to'], label: 'period', days: 30 },
      { field: 'partnerId', input: PartnerSelect },
      'channel',
      { field: 'unitId', input: UnitSelect },
    ],
    columns: [
      { field: 'channel', width: 320 },
      'opened',
      'decided',
      'byReport',
      'byInquiry',
      'byStatement',
      'byPerson',
      'median',
      'p95',
      'open',
      'openAmount',
      'oldest',
      'contradicted',
    ],
    drillPath: cases,
    actions: ReportTools,
  })
}
