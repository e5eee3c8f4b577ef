import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { qrCumulativeReport } from '../contract/reports.ts'
import { PART_COLUMNS, partFilters } from './part-report.ts'
import { paths } from './paths.ts'

export default reportScreen(qrCumulativeReport, {
  filters: partFilters(30),
  columns: [...PART_COLUMNS, 'count', 'amount', 'before', 'beforeGrowth', 'yearBefore', 'yearGrowth', 'monthCount', 'monthAmount', 'yearCount', 'yearAmount'],
  drillPath: paths.summaryReport,
  actions: ReportTools,
})
