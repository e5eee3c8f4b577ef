import { listItems, resendItems } from '#core/disbursement/contract/items.ts'
import { disbursementsTopic, itemMachine } from '#core/disbursement/contract/machine.ts'
import { PartnerSelect, UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { bulk, show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import type { DisbursementPaths } from './paths.ts'
import { words } from './words.ts'

type Item = RowOf<typeof listItems>
const Drawer = lazyPart<DialogProps<Item> & { paths: DisbursementPaths }>(() => import('./item-drawer.tsx'))

/** What was to leave and did not is marked: nothing has happened at the bank, it only waits. */
function ItemStatus({ status, unsent }: Pick<Item, 'status' | 'unsent'>) {
  const labels = useLabels(words)
  return (
    <>
      <StatusTag machine={itemMachine.name} value={status} /> {unsent && <small className="bt-none">{labels.text('unsent')}</small>}
    </>
  )
}

/** Transfers with what has become of each. */
export default (paths: DisbursementPaths) => {
  const view = show<Item>((props) => <Drawer {...props} paths={paths} />)
  return listScreen(listItems, {
    live: disbursementsTopic,
    filters: [
      'text',
      'status',
      'unsent',
      { field: 'partnerId', input: PartnerSelect },
      { field: 'unitId', input: UnitSelect },
      { range: ['from', 'to'], label: 'updatedAt', days: 0 },
    ],
    columns: [
      { field: 'reference', width: 190, fixed: 'start', opens: view },
      { field: 'name', width: 170 },
      'amount',
      { field: 'status', width: 210, render: (row) => <ItemStatus {...row} /> },
      { field: 'accountNumber', width: 150 },
      { field: 'accountName', width: 180 },
      { field: 'bankBin', width: 110 },
      { field: 'partnerReference', width: 170 },
      { field: 'stepNote', width: 220 },
      { field: 'fault', width: 200 },
      { field: 'code', width: 110 },
      'message',
      { field: 'batchCode', width: 150 },
      { field: 'sourceCode', width: 150 },
      { field: 'itemCode', width: 130 },
      { field: 'partnerName', width: 220 },
      'sentAt',
      'endedAt',
      'returnedAt',
      { field: 'calls', width: 110 },
      { field: 'unitName', width: 200 },
      'updatedAt',
      { field: 'sourceKind', hidden: true },
      { field: 'unsent', hidden: true },
    ],
    nameOf: ({ reference }) => reference,
    actions: [view, bulk(resendItems, { key: 'resend', when: ({ unsent }: Item) => unsent, facts: ['name', 'amount'] })],
  })
}
