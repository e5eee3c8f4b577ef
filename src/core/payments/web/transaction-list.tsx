import { Tag } from 'antd'
import { PendingBadge } from '#core/approvals/web/public.ts'
import { MerchantSelect } from '#core/merchants/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { FilterOf, ListContract, RowOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import type { ColumnSpec } from '#platform/web/kit/list/columns.ts'
import type { FilterSpec } from '#platform/web/kit/list/filters.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { transactionMachine, transactionsTopic } from '../contract/transaction.ts'
import { addressOf, type TransactionContracts, type TransactionRow, traitsOf } from '../contract/transactions.ts'
import { cancelPayment, refundOfRow } from './return-actions.tsx'
import { words } from './words.ts'

interface Options<C extends TransactionContracts> {
  /** Inputs of its own filters, after those that every service has. */
  filters?: readonly FilterSpec<Extract<keyof FilterOf<C['list']>, string>>[]
  /** Its own columns; default: all that it declares. They stand behind the payer or payee. */
  columns?: readonly ColumnSpec<RowOf<C['list']>>[]
  /** Those of its own columns that are read with the amount: they stand beside it. */
  amounts?: readonly ColumnSpec<RowOf<C['list']>>[]
  /** How money is given back from the list; the words of these actions stand in the labels of the sub-system. */
  returns?: readonly ('refund' | 'cancelPayment')[]
  /** Where each stands, of a service whose transactions have pages of several addresses. */
  detailPath?: (row: RowOf<C['list']>) => string
}

const RETURNS = { refund: refundOfRow, cancelPayment: cancelPayment<TransactionRow> }

const when = <T,>(so: boolean, items: readonly T[]): readonly T[] => (so ? items : [])

/** The list of a service's transactions: `export default transactionList(contracts)`. */
export function transactionList<C extends TransactionContracts>(
  contracts: C,
  { filters = [], columns, amounts = [], returns = [], detailPath }: Options<C> = {},
) {
  const { merchants, payers, payees } = traitsOf(contracts.service)
  const own = (columns ?? Object.keys(contracts.service.own.shape)) as readonly ColumnSpec[]
  return listScreen(contracts.list as ListContract, {
    live: transactionsTopic,
    filters: [
      { range: ['from', 'to'], label: 'businessDate', days: 7 },
      'code',
      'status',
      ...when<FilterSpec>(returns.length > 0, ['returned', 'refusedReturn']),
      ...when<FilterSpec>(merchants, [{ field: 'merchantId', input: MerchantSelect }]),
      { field: 'unitId', input: UnitSelect },
      ...when(payers, ['payer']),
      ...when(payees, ['payee']),
      'externalRef',
      'channel',
      'feeSource',
      'deviation',
      { range: ['amountFrom', 'amountTo'], label: 'amount' },
      { range: ['ledgerFrom', 'ledgerTo'], label: 'ledgerDate', days: 0 },
      ...filters,
    ],
    columns: [
      { field: 'code', fixed: 'start' },
      'occurredAt',
      ...when(merchants, ['merchantName']),
      { field: 'amount', width: 130 },
      ...(amounts as readonly ColumnSpec[]),
      { field: 'status', render: (row) => <Status {...(row as TransactionRow)} /> },
      ...when<ColumnSpec>(payers, [{ field: 'payerName', width: 168 }]),
      ...when(payees, ['payeeName']),
      ...own,
      'fee',
      'tax',
      'net',
      'channel',
      'unitName',
      'provinceName',
      ...when<ColumnSpec>(payers, ['payerAccount', 'payerBank']),
      ...when<ColumnSpec>(payees, ['payeeAccount', 'payeeBank']),
      'externalRef',
      ...when(merchants, [{ field: 'merchantCode', hidden: true }]),
      { field: 'businessDate', hidden: true },
      { field: 'lateOf', hidden: true },
      { field: 'feeSource', hidden: true },
    ],
    detailPath: (row) => detailPath?.(row as RowOf<C['list']>) ?? addressOf(contracts, (row as TransactionRow).id),
    actions: returns.map((key) => RETURNS[key](contracts)) as readonly unknown[] as readonly Action<Record<string, unknown>>[],
  })
}

function Status({ status, pendingRequestId, lateOf }: Pick<TransactionRow, 'status' | 'pendingRequestId' | 'lateOf'>) {
  const tag = <StatusTag machine={transactionMachine.name} value={status} />
  const shown = pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
  if (lateOf === null) return shown
  return (
    <>
      {shown} <Late of={lateOf} />
    </>
  )
}

/** Beside the status of what counts for a later day than its own. */
function Late({ of }: { of: string }) {
  const labels = useLabels(words)
  const hint = labels.text('lateOf', { date: showDate(of) })
  return (
    <Tag color="warning" title={hint}>
      {labels.text('late')}
    </Tag>
  )
}
