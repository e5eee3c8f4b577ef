import { UnitSelect } from '#core/organisation/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { postalReport } from '../contract/postal-report.ts'

const counts = ['opening', 'sent', 'paid', 'returned', 'closing'] as const

export default reportScreen(postalReport, {
  filters: [
    { range: ['from', 'to'], label: 'period', days: 92 },
    { field: 'unitId', input: UnitSelect },
  ],
  columns: [
    { field: 'unitName', width: 224, fixed: 'start' },
    ...counts.flatMap((field) => [
      { field, width: 78 },
      { field: `${field}Amount` as const, width: 148 },
    ]),
  ],
  actions: ReportTools,
})
