import { PendingBadge } from '#core/approvals/web/public.ts'
import { type ReconciliationContracts, setupAddress } from '#core/reconciliation/contract/contracts.ts'
import { setupMachine } from '#core/reconciliation/contract/machines.ts'
import { labelsOf } from '#platform/web/i18n.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { partnerInput } from '../selects.tsx'
import { words } from '../words.ts'
import { newSetup } from './new-setup.tsx'

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
      { field: 'code', width: 170, fixed: 'start' },
      { field: 'name', width: 260 },
      { field: 'plug', width: 200, hidden: contracts.plugs.length < 2 },
      { field: 'partnerName', width: 200 },
      {
        field: 'status',
        width: 190,
        render: ({ status, pendingRequestId }) => {
          const tag = <StatusTag machine={setupMachine.name} value={status} />
          return pendingRequestId ? <PendingBadge requestId={pendingRequestId}>{tag}</PendingBadge> : tag
        },
      },
      { field: 'formatKind', width: 130 },
      { field: 'rules', width: 110 },
      { field: 'revision', width: 130 },
      { field: 'draft', width: 130 },
      { field: 'lastDay', width: 150 },
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
