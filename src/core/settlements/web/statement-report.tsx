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
    { field: 'part', width: 170 },
    { field: 'reference', width: 190 },
    { field: 'description', width: 300 },
    { field: 'amount', width: 140 },
    { field: 'fee', width: 110 },
    { field: 'tax', width: 110 },
    { field: 'change', width: 140 },
    { field: 'balance', width: 150 },
    { field: 'businessDate', hidden: true },
    { field: 'seq', hidden: true },
  ],
  actions: ReportTools,
})
