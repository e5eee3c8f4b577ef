import { UnitSelect } from '#core/organisation/web/public.ts'
import { paidReport } from '#core/payouts/contract/reports.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { PayoutSelect, ProgrammeSelect } from './selects.tsx'

export default reportScreen(paidReport, {
  filters: [
    { range: ['from', 'to'], label: 'period', days: 31 },
    { field: 'programmeId', input: ProgrammeSelect },
    { field: 'listId', input: PayoutSelect },
    { field: 'unitId', input: UnitSelect },
    'method',
  ],
  columns: [
    { field: 'beneficiaryCode', width: 130 },
    { field: 'name', width: 180 },
    { field: 'birthDate', width: 112 },
    { field: 'identityNumber', width: 140 },
    { field: 'month', width: 88 },
    { field: 'amount', width: 132 },
    { field: 'unitName', width: 220 },
    'paidOn',
    'receiverName',
    'slipCode',
    { field: 'method', hidden: true },
  ],
  actions: ReportTools,
})
