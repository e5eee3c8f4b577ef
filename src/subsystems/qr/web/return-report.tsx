import { RequestLink } from '#core/approvals/web/public.ts'
import { BankSelect, MerchantSelect } from '#core/merchants/web/public.ts'
import { PartnerSelect, UnitSelect } from '#core/organisation/web/public.ts'
import { ReportTools } from '#core/reports/web/public.ts'
import { reportScreen } from '#platform/web/kit/report/report-screen.tsx'
import { qrReturnReport } from '../contract/reports.ts'
import { paths } from './paths.ts'

export default reportScreen(qrReturnReport, {
  filters: [
    { range: ['from', 'to'], label: 'period', days: 30 },
    'kind',
    { field: 'unitId', input: UnitSelect },
    { field: 'merchantId', input: MerchantSelect },
    { field: 'partnerId', input: PartnerSelect },
    'channel',
    { field: 'payerBankBin', input: BankSelect },
  ],
  columns: [
    { field: 'code', fixed: 'start' },
    'kind',
    'merchantName',
    'paidOn',
    'paid',
    'returned',
    'fee',
    'tax',
    'net',
    'reason',
    'bankName',
    'channel',
    'unitName',
    'partnerName',
    { field: 'requestRef', render: ({ requestRef }) => <RequestLink id={String(requestRef)} /> },
  ],
  drillPath: paths.transactions,
  actions: ReportTools,
})
