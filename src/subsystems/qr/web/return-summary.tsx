import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { qrReturnSummary } from '../contract/reports.ts'
import { PART_COLUMNS, partFilters } from './part-report.ts'
import { paths } from './paths.ts'

export default reportScreen(qrReturnSummary, {
  filters: partFilters(30),
  columns: [...PART_COLUMNS, 'refunds', 'refunded', 'cancellations', 'cancelled', 'returns', 'returned', 'fee', 'tax', 'net', 'turnover', 'returnRate'],
  drillPath: paths.returnReport,
  actions: ReportTools,
})
