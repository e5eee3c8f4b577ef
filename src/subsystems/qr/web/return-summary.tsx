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
    { field: 'businessDate', fixed: 'start', width: 320 },
    { field: 'month', fixed: 'start', width: 320 },
    { field: 'provinceName', fixed: 'start', width: 320 },
    { field: 'bankName', fixed: 'start', width: 320 },
    { field: 'channel', fixed: 'start', width: 320 },
    { field: 'partnerName', fixed: 'start', width: 320 },
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
