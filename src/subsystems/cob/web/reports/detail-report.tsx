import { UnitSelect } from '#core/organisation/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { cobDetailReport } from '../../contract/reports.ts'
import { CourierSelect } from '../couriers/courier-select.tsx'
import { DeliveryTag, MoneyTag } from '../items/states.tsx'
import { KeyAccountSelect } from '../key-accounts/key-account-select.tsx'
import { paths } from '../paths.ts'

export default reportScreen(cobDetailReport, {
  filters: [
    { range: ['from', 'to'], label: 'businessDate', days: 7 },
    'basis',
    'age',
    { field: 'unitId', input: UnitSelect },
    { field: 'officeId', input: UnitSelect },
    { field: 'courierId', input: CourierSelect },
    { field: 'keyAccountId', input: KeyAccountSelect },
    'retail',
    'route',
  ],
  columns: [
    { field: 'code', fixed: 'start' },
    'courierName',
    'keyAccountName',
    'senderName',
    'receiverName',
    'acceptedAt',
    'deliveredAt',
    'collectedOn',
    'dueOn',
    'handedInOn',
    'daysLate',
    'codAmount',
    'opening',
    'collected',
    'handedIn',
    'adjusted',
    'closing',
    { field: 'deliveryState', render: ({ deliveryState }) => <DeliveryTag value={deliveryState as never} /> },
    { field: 'moneyState', render: ({ moneyState }) => <MoneyTag value={moneyState as never} /> },
    'paidOutAt',
    'courierCode',
    'route',
  ],
  drillPath: paths.items,
  actions: ReportTools,
})
