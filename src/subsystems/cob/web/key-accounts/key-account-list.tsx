import { PendingBadge } from '#core/approvals/web/public.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { listKeyAccounts } from '../../contract/key-accounts/key-accounts.ts'
import { keyAccountMachine, keyAccountsTopic } from '../../contract/key-accounts/words.ts'
import { keyAccountPath } from '../paths.ts'
import { keyAccountActions, newKeyAccount } from './key-account-actions.tsx'
import { words } from './words.ts'

type Row = RowOf<typeof listKeyAccounts>

/** The state, who waits for a decision, whose account is new, and who owes too much. */
function Status({ status, pendingRequestId, coolingUntil, overCredit }: Row) {
  const labels = useLabels(words)
  const tag = <StatusTag machine={keyAccountMachine.name} value={status} />
  return (
    <span className="bt-tags">
      {pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag}
      {coolingUntil && (
        <span className="bt-tag bt-tone-attention" title={labels.text('coolingUntil', { until: showTimestamp(coolingUntil) })}>
          {labels.text('cooling')}
        </span>
      )}
      {overCredit && <span className="bt-tag bt-tone-failure">{labels.field('keyAccount', 'overCredit')}</span>}
    </span>
  )
}

export default listScreen(listKeyAccounts, {
  live: keyAccountsTopic,
  filters: ['text', 'taxCode', 'status', { field: 'unitId', input: UnitSelect }, 'cycle', 'cooling', 'overCredit'],
  columns: [
    { field: 'code', width: 140, fixed: 'start' },
    { field: 'name', width: 240 },
    { field: 'status', width: 300, render: (row) => <Status {...row} /> },
    { field: 'owed', width: 150 },
    { field: 'owes', width: 150 },
    { field: 'contractNumber', width: 150 },
    { field: 'cycle', width: 190 },
    { field: 'taxCode', width: 140 },
    { field: 'unitName', width: 220 },
    { field: 'accountNumber', width: 170 },
    { field: 'accountName', width: 220 },
    { field: 'email', width: 220 },
    { field: 'phone', hidden: true },
    { field: 'bankBin', hidden: true },
    { field: 'coolingUntil', hidden: true },
    { field: 'createdAt', hidden: true },
    { field: 'createdBy', hidden: true },
    { field: 'updatedAt', hidden: true },
    { field: 'updatedBy', hidden: true },
  ],
  nameOf: ({ code, name }) => `${code} ${name}`,
  detailPath: ({ id }) => keyAccountPath(id),
  actions: [newKeyAccount, ...keyAccountActions],
})
