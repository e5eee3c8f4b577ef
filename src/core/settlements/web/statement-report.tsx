import { MerchantSelect } from '#core/merchants/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { merchantStatement } from '#core/settlements/contract/statement.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'

export default reportScreen(merchantStatement, {
  filters: [
    { range: ['from', 'to'], label: 'period', days: 31 },
    { field: 'merchantId', input: MerchantSelect },
  ],
  columns: [
    { field: 'recordedAt', width: 170 },
    { field: 'part', width: 100 },
    { field: 'reference', width: 184 },
    { field: 'amount', width: 120 },
    { field: 'fee', width: 88 },
    { field: 'tax', width: 80 },
    { field: 'change', width: 120 },
    { field: 'balance', width: 130 },
    // What it says is mostly said before.
    { field: 'description', width: 300 },
    { field: 'businessDate', hidden: true },
    { field: 'seq', hidden: true },
  ],
  actions: ReportTools,
})
