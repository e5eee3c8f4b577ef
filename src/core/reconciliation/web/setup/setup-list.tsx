import { PendingBadge } from '#core/approvals/web/public.ts'
import { type ReconciliationContracts, setupAddress } from '#core/reconciliation/contract/contracts.ts'
import { setupMachine } from '#core/reconciliation/contract/machines.ts'
import { labelsOf, useNames } from '#platform/web/i18n.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { partnerInput } from '../selects.tsx'
import { words } from '../words.ts'
import { newSetup } from './new-setup.tsx'

/** The kind of a statement as its configuration calls it. */
function FormatKind({ value }: { value: string | null }) {
  const names = useNames('reconciliation.setups.formatKind')
  return value === null ? <span className="bt-none">—</span> : names.enumValue('reconciliation.setups.formatKind', value)
}

/** How statements of each partner are read and matched. */
export default (contracts: ReconciliationContracts) => {
  const { list, suspend, resume } = contracts.setups
  return listScreen(list, {
    filters: [
      'text',
      'status',
      ...(contracts.plugs.length > 1 ? (['plug'] as const) : []),
      { field: 'partnerId', label: 'partnerName', input: partnerInput(contracts.setups.partners) },
    ],
    columns: [
      { field: 'code', width: 142, fixed: 'start' },
      { field: 'name', width: 190 },
      { field: 'partnerName', width: 170 },
      {
        field: 'status',
        width: 166,
        render: ({ status, pendingRequestId }) => {
          const tag = <StatusTag machine={setupMachine.name} value={status} />
          return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
        },
      },
      { field: 'formatKind', width: 128, render: ({ formatKind }) => <FormatKind value={formatKind} /> },
      { field: 'lastDay', width: 120 },
      { field: 'draft', width: 90 },
      { field: 'plug', width: 200, hidden: contracts.plugs.length < 2 },
      { field: 'revision', width: 170 },
      { field: 'rules', width: 110 },
      'updatedAt',
      'updatedBy',
      { field: 'partnerCode', hidden: true },
    ],
    nameOf: ({ code }) => code,
    detailPath: ({ id }) => setupAddress(contracts, id),
    actions: [
      newSetup(
        contracts,
        () => labelsOf(words).text('firstRule'),
        (id) => openAddress(setupAddress(contracts, id)),
      ),
      act(suspend, { key: 'suspend', danger: true, ask: ['reason'] }),
      act(resume, { key: 'resume' }),
    ],
  })
}
