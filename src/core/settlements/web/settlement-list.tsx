import { MerchantSelect } from '#core/merchants/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { settlementMachine, settlementsTopic } from '#core/settlements/contract/machine.ts'
import { listSettlements } from '#core/settlements/contract/settlements.ts'
import type { RowOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { EndText } from '#platform/web/kit/value/timestamp.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { type SettlementPaths, settlementAddress } from './paths.ts'
import { BatchesLink, transferSettlements } from './settlement-actions.tsx'
import { words } from './words.ts'

type Row = RowOf<typeof listSettlements>

/** The state, and why it does not go with the next batch. */
function Status({ status, waits, coolingUntil }: Pick<Row, 'status' | 'waits' | 'coolingUntil'>) {
  const labels = useLabels(words)
  return (
    <span className="bt-tags">
      <StatusTag machine={settlementMachine.name} value={status} />
      {waits !== null && (
        <span
          className="bt-tag bt-tone-attention"
          title={coolingUntil === null ? undefined : labels.text('coolingUntil', { until: showTimestamp(coolingUntil) })}
        >
          {labels.enumValue('settlements.waits', waits)}
        </span>
      )}
    </span>
  )
}

/** What merchants get, cycle by cycle: what is to be transferred, what is held, what was paid. */
export default (paths: SettlementPaths) =>
  listScreen(listSettlements, {
    live: settlementsTopic,
    filters: [
      'text',
      'status',
      'waiting',
      { field: 'merchantId', input: MerchantSelect },
      { field: 'unitId', input: UnitSelect },
      'cycle',
      { range: ['from', 'to'], label: 'closedAt' },
    ],
    columns: [
      { field: 'code', width: 170, fixed: 'start' },
      {
        field: 'merchantName',
        width: 240,
        render: ({ merchantId, merchantName }) => <PageLink to={paths.merchant(merchantId)}>{merchantName}</PageLink>,
      },
      { field: 'status', width: 300, render: (row) => <Status {...row} /> },
      { field: 'net', width: 150 },
      { field: 'payments', width: 110 },
      { field: 'gross', width: 150 },
      { field: 'fee', width: 120 },
      { field: 'tax', width: 120 },
      { field: 'refunds', width: 130 },
      { field: 'cancellations', width: 130 },
      { field: 'carried', width: 160 },
      { field: 'cycle', width: 190 },
      { field: 'untilAt', width: 170, render: ({ untilAt }) => <EndText value={untilAt} /> },
      { field: 'reference', width: 170 },
      { field: 'batchCode', width: 150 },
      { field: 'holdReason', width: 240 },
      'paidAt',
      { field: 'unitName', width: 200 },
      { field: 'merchantCode', hidden: true },
      { field: 'other', hidden: true },
      { field: 'coolingUntil', hidden: true },
      { field: 'closedAt', hidden: true },
      { field: 'updatedAt', hidden: true },
      { field: 'updatedBy', hidden: true },
    ],
    nameOf: ({ code, merchantName }) => `${code} ${merchantName}`,
    detailPath: ({ id }) => settlementAddress(paths, id),
    actions: [transferSettlements(paths)],
    toolbar: () => <BatchesLink to={paths.batches} />,
  })
