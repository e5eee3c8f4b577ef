import type { RowOf } from '#kernel/contract.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { listRequests, requestsTopic } from '../contract/request.ts'
import { bulkDecisions } from './bulk-decisions.ts'
import { DelegationsButton } from './delegations-button.tsx'
import { InboxRequest } from './inbox-request.tsx'

/** The subject's code opens the request beside the list, so that one may go on to the next. */
const openRequest = show<RowOf<typeof listRequests>>(({ row, onClose }) => <InboxRequest row={row} onClose={onClose} />)

export default listScreen(listRequests, {
  live: requestsTopic,
  toolbar: DelegationsButton,
  actions: bulkDecisions,
  filters: [
    'box',
    'status',
    'kind',
    { range: ['from', 'to'], label: 'askedAt', days: 0 },
    { range: ['amountFrom', 'amountTo'], label: 'amount' },
    'subjectCode',
  ],
  columns: [
    { field: 'subjectCode', fixed: 'start', opens: openRequest },
    'kind',
    'moneyImpact',
    'status',
    'reason',
    'makerName',
    'askedAt',
    'expiresAt',
    'unitName',
    'checkerName',
    'decidedAt',
    { field: 'tier', hidden: true },
    { field: 'rowImpact', hidden: true },
  ],
})
