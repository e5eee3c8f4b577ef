import { UnitSelect } from '#core/organisation/web/public.ts'
import { moneyLeftReport } from '#core/payouts/contract/reports.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { PayoutSelect, ProgrammeSelect } from './selects.tsx'

export default reportScreen(moneyLeftReport, {
  filters: [
    { range: ['from', 'to'], label: 'period', days: 31 },
    { field: 'programmeId', input: ProgrammeSelect },
    { field: 'listId', input: PayoutSelect },
    { field: 'unitId', input: UnitSelect },
  ],
  columns: [
    { field: 'month', width: 84 },
    { field: 'part', width: 184 },
    { field: 'lines', width: 88 },
    { field: 'amount', width: 150 },
    { field: 'paid', width: 150 },
    { field: 'waiting', width: 150 },
    { field: 'returned', width: 150 },
    { field: 'carried', width: 150 },
    { field: 'left', width: 150 },
    { field: 'holdReason', width: 200 },
  ],
  actions: ReportTools,
})
