import { PartnerSelect, UnitSelect } from '#core/organisation/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { qrReturnSummary } from '../contract/reports.ts'
import { paths } from './paths.ts'

export default reportScreen(qrReturnSummary, {
  filters: [
    { range: ['from', 'to'], label: 'period', days: 30 },
    'groupBy',
    'rowBy',
    { field: 'unitId', input: UnitSelect },
    { field: 'partnerId', input: PartnerSelect },
    'channel',
    'bankBin',
  ],
  columns: [
    { field: 'businessDate', fixed: 'start' },
    { field: 'month', fixed: 'start' },
    { field: 'provinceName', fixed: 'start' },
    { field: 'bankName', fixed: 'start' },
    { field: 'channel', fixed: 'start' },
    { field: 'partnerName', fixed: 'start' },
    'refunds',
    'refunded',
    'cancellations',
    'cancelled',
    'returns',
    'returned',
    'fee',
    'tax',
    'net',
    'turnover',
    'returnRate',
  ],
  drillPath: paths.returnReport,
  actions: ReportTools,
})
