import { MerchantSelect } from '#core/merchants/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { ScheduleButton } from '#core/reports/web/public.ts'
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
    { field: 'merchantName', width: 172 },
    { field: 'unitName', width: 172 },
    { field: 'count', width: 120 },
    { field: 'succeeded', width: 100 },
    { field: 'failed', width: 82 },
    { field: 'other', width: 66 },
    { field: 'amount', width: 140 },
    { field: 'refunds', width: 108 },
    { field: 'refunded', width: 128 },
    { field: 'fee', width: 116 },
    { field: 'tax', width: 108 },
    { field: 'merchantCode', width: 130 },
    { field: 'districtName', width: 200 },
    { field: 'net', width: 140, fixed: 'end' },
  ],
  drillPath: paths.transactions,
  actions: ScheduleButton,
})
