import { UnitSelect } from '#core/organisation/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { cobDebtReport } from '../../contract/reports.ts'
import { CourierSelect } from '../couriers/courier-select.tsx'
import { KeyAccountSelect } from '../key-accounts/key-account-select.tsx'
import { paths } from '../paths.ts'

export default reportScreen(cobDebtReport, {
  filters: [
    { range: ['from', 'to'], label: 'businessDate', days: 31 },
    'groupBy',
    { field: 'unitId', input: UnitSelect },
    { field: 'courierId', input: CourierSelect },
    { field: 'keyAccountId', input: KeyAccountSelect },
  ],
  columns: [
    'provinceName',
    'unitName',
    'route',
    'courierCode',
    'courierName',
    'keyAccountCode',
    'keyAccountName',
    'opening',
    'collected',
    'handedIn',
    'adjusted',
    'closing',
    'notDue',
    'late1',
    'late2',
    'late3',
    'late4',
    'late5',
    'late6',
    'overdue',
    'dueAmount',
    'onTimeAmount',
    'onTimeRate',
    'goal',
  ],
  drillPath: paths.detailReport,
  actions: ReportTools,
})
