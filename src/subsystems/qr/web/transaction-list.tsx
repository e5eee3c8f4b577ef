import { PendingBadge } from '#core/approvals/web/public.ts'
import { MerchantSelect } from '#core/merchants/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { transactionMachine, transactionsTopic } from '#core/payments/contract/transaction.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { listQrTransactions } from '../contract/transactions.ts'
import { transactionPath } from './paths.ts'

export default listScreen(listQrTransactions, {
  live: transactionsTopic,
  filters: [
    { range: ['from', 'to'], label: 'businessDate', days: 7 },
    'code',
    'status',
    { field: 'merchantId', input: MerchantSelect },
    { field: 'unitId', input: UnitSelect },
    'payer',
    'externalRef',
    'channel',
    { range: ['amountFrom', 'amountTo'], label: 'amount' },
  ],
  columns: [
    { field: 'code', fixed: 'start' },
    'occurredAt',
    { field: 'merchantName', width: 174 },
    'amount',
    {
      field: 'status',
      width: 138,
      render: ({ status, pendingRequestId }) => {
        const tag = <StatusTag machine={transactionMachine.name} value={status} />
        return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
      },
    },
    { field: 'payerName', width: 170 },
    { field: 'fee', width: 124 },
    { field: 'tax', width: 130 },
    'net',
    { field: 'channel', width: 120 },
    { field: 'unitName', width: 230 },
    { field: 'provinceName', width: 210 },
    'payerAccount',
    { field: 'payerBank', width: 140 },
    'externalRef',
    { field: 'merchantCode', hidden: true },
    { field: 'businessDate', hidden: true },
  ],
  detailPath: (row) => transactionPath(row.id),
})
