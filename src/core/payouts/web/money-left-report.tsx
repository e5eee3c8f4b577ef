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
    { field: 'month', width: 88 },
    { field: 'part', width: 180 },
    { field: 'holdReason', width: 200 },
    { field: 'lines', width: 88 },
    { field: 'amount', width: 148 },
    { field: 'paid', width: 148 },
    { field: 'returned', width: 148 },
    { field: 'carried', width: 148 },
    { field: 'waiting', width: 148 },
    { field: 'left', width: 148 },
  ],
  actions: ReportTools,
})
