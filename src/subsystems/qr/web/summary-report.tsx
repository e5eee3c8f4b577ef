import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { qrSummaryReport } from '../contract/reports.ts'
import { PART_COLUMNS, partFilters } from './part-report.ts'
import { paths } from './paths.ts'

export default reportScreen(qrSummaryReport, {
  filters: partFilters(7),
  columns: [...PART_COLUMNS, 'count', 'succeeded', 'failed', 'other', 'successRate', 'amount', 'refunds', 'refunded', 'fee', 'tax', 'net'],
  drillPath: paths.transactions,
  actions: ReportTools,
})
