import { UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { listIssuanceLines } from '../../contract/issuances/lines.ts'
import { issuancesTopic } from '../../contract/issuances/machines.ts'
import { CourierSelect } from '../couriers/courier-select.tsx'
import { issuancePath } from '../paths.ts'
import { assignMany, lineActions } from './line-actions.tsx'
import { LineDrawer } from './line-drawer.tsx'
import { PrintMatching, printMany } from './notices.tsx'
import { LotSelect } from './selects.tsx'

const view = show<RowOf<typeof listIssuanceLines>>(LineDrawer)

/** Who is still to be visited, by whom, and what came of it: the work of an office. */
export default listScreen(listIssuanceLines, {
  live: issuancesTopic,
  filters: [
    'text',
    { field: 'issuanceId', input: LotSelect },
    'status',
    { field: 'unitId', input: UnitSelect },
    { field: 'courierId', input: CourierSelect },
    { range: ['from', 'to'], label: 'dueOn', days: 0 },
  ],
  columns: [
    { field: 'code', width: 172, fixed: 'start', opens: view },
    { field: 'reference', width: 140 },
    { field: 'payerName', width: 180 },
    { field: 'amount', width: 140 },
    { field: 'dueOn', width: 116 },
    { field: 'status', width: 140 },
    { field: 'courierName', width: 160 },
    { field: 'attempts', width: 110 },
    { field: 'address', width: 240 },
    { field: 'payerPhone', width: 130 },
    'unitName',
    'keyAccountName',
    { field: 'issuanceCode', render: ({ issuanceId, issuanceCode }) => <PageLink to={issuancePath(issuanceId)}>{issuanceCode}</PageLink> },
    'moneyState',
    'collectedAt',
    { field: 'courierCode', hidden: true },
    { field: 'note', hidden: true },
    { field: 'updatedAt', hidden: true },
    { field: 'updatedBy', hidden: true },
  ],
  nameOf: ({ code }) => code,
  toolbar: PrintMatching,
  actions: [view, ...lineActions, assignMany, printMany],
})
