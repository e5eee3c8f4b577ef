import { PendingBadge } from '#core/approvals/web/public.ts'
import { merchantMachine, merchantsTopic } from '#core/merchants/contract/machine.ts'
import { listMerchants } from '#core/merchants/contract/merchants.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { merchantActions, newMerchant, settleActions } from './merchant-actions.tsx'
import type { MerchantOptions } from './options.ts'
import { merchantAddress } from './paths.ts'
import { PlanSelect } from './selects.tsx'
import { words } from './words.ts'

type Row = RowOf<typeof listMerchants>

function Status({ status, pendingRequestId, coolingUntil }: Pick<Row, 'status' | 'pendingRequestId' | 'coolingUntil'>) {
  const labels = useLabels(words)
  const tag = <StatusTag machine={merchantMachine.name} value={status} />
  return (
    <span className="bt-tags">
      {pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag}
      {coolingUntil && (
        <span className="bt-tag bt-tone-attention" title={labels.text('coolingUntil', { until: showTimestamp(coolingUntil) })}>
          {labels.text('cooling')}
        </span>
      )}
    </span>
  )
}

/** Merchants with what they are owed: who waits for a decision, whose account is new. */
export default (paths: MerchantOptions) =>
  listScreen(listMerchants, {
    live: merchantsTopic,
    filters: [
      'text',
      'taxCode',
      'status',
      { field: 'unitId', input: UnitSelect },
      'settlementCycle',
      { field: 'feePlanId', input: PlanSelect },
      'cooling',
      'isOwed',
    ],
    columns: [
      { field: 'code', width: 150, fixed: 'start' },
      { field: 'name', width: 230 },
      { field: 'status', width: 290, render: (row) => <Status {...row} /> },
      { field: 'owed', width: 150 },
      { field: 'paidToday', width: 150 },
      { field: 'taxCode', width: 140 },
      { field: 'unitName', width: 200 },
      { field: 'settlementCycle', width: 130 },
      { field: 'feePlanCode', width: 120 },
      { field: 'legalName', width: 240 },
      { field: 'settlementAccount', width: 160 },
      { field: 'settlementName', width: 200 },
      { field: 'limitDay', width: 150 },
      { field: 'limitOnce', hidden: true },
      { field: 'legalKind', hidden: true },
      { field: 'settlementBankBin', hidden: true },
      { field: 'phone', hidden: true },
      { field: 'createdAt', hidden: true },
      { field: 'createdBy', hidden: true },
      { field: 'updatedAt', hidden: true },
      { field: 'updatedBy', hidden: true },
    ],
    nameOf: ({ code, name }) => `${code} ${name}`,
    detailPath: ({ id }) => merchantAddress(paths, id),
    actions: [newMerchant(paths), ...merchantActions, ...settleActions(paths)],
  })
