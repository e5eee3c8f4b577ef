import { PendingBadge } from '#core/approvals/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { codSettlementMachine, codSettlementsTopic, listCodSettlements } from '../../contract/settlements.ts'
import { KeyAccountSelect } from '../key-accounts/key-account-select.tsx'
import { codRunPath, keyAccountPath, settlementPath } from '../paths.ts'
import { BatchesLink, checkSettlements, runSettlement, settlementActions } from './settlement-actions.tsx'
import { words } from './words.ts'

/** The state, and why it is not paid. */
function Status({ status, waits, pendingRequestId }: RowOf<typeof listCodSettlements>) {
  const labels = useLabels(words)
  const tag = <StatusTag machine={codSettlementMachine.name} value={status} />
  return (
    <span className="bt-tags">
      {pendingRequestId && status === 'CHECKED' ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag}
      {waits !== null && <span className="bt-tag bt-tone-attention">{labels.enumValue('cob.settlements.waits', waits)}</span>}
    </span>
  )
}

/** What key accounts get, cycle by cycle: what is to be checked, approved and transferred, what was paid. */
export default listScreen(listCodSettlements, {
  live: codSettlementsTopic,
  filters: [
    'text',
    'status',
    { field: 'keyAccountId', input: KeyAccountSelect },
    'run',
    { field: 'unitId', input: UnitSelect },
    { range: ['from', 'to'], label: 'period' },
  ],
  columns: [
    { field: 'code', width: 190, fixed: 'start' },
    {
      field: 'keyAccountName',
      width: 240,
      render: ({ keyAccountId, keyAccountName }) => <PageLink to={keyAccountPath(keyAccountId)}>{keyAccountName}</PageLink>,
    },
    { field: 'status', width: 320, render: (row) => <Status {...row} /> },
    { field: 'net', width: 150 },
    { field: 'items', width: 110 },
    { field: 'cod', width: 150 },
    { field: 'postage', width: 130 },
    { field: 'fee', width: 120 },
    { field: 'tax', width: 120 },
    { field: 'deductions', width: 130 },
    { field: 'carried', width: 150 },
    { field: 'cycleDate', width: 130 },
    { field: 'untilOn', width: 130 },
    { field: 'runCode', width: 160, render: ({ runId, runCode }) => <PageLink to={codRunPath(runId)}>{runCode}</PageLink> },
    { field: 'runStatus', width: 160 },
    { field: 'reference', width: 170 },
    'paidAt',
    'mailedAt',
    { field: 'unitName', width: 200 },
    { field: 'keyAccountCode', hidden: true },
    { field: 'madeBy', hidden: true },
    { field: 'madeAt', hidden: true },
    { field: 'updatedAt', hidden: true },
    { field: 'updatedBy', hidden: true },
  ],
  nameOf: ({ code, keyAccountName }) => `${code} ${keyAccountName}`,
  detailPath: ({ id }) => settlementPath(id),
  actions: [runSettlement, ...settlementActions, checkSettlements],
  toolbar: BatchesLink,
})
