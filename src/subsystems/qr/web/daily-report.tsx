import { MerchantSelect } from '#core/merchants/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { qrDailyReport } from '../contract/daily-report.ts'
import { paths } from './paths.ts'

export default reportScreen(qrDailyReport, {
  filters: [
    { range: ['from', 'to'], label: 'businessDate', days: 7 },
    { field: 'unitId', input: UnitSelect },
    { field: 'merchantId', input: MerchantSelect },
    'channel',
  ],
  columns: [
    'merchantName',
    'unitName',
    'count',
    'succeeded',
    'failed',
    'other',
    'amount',
    'refunds',
    'refunded',
    'fee',
    'tax',
    'late',
    'lateAmount',
    'merchantCode',
    'districtName',
    { field: 'net', fixed: 'end' },
  ],
  drillPath: paths.transactions,
  actions: ReportTools,
})
