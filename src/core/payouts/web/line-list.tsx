import EyeOutlined from '@ant-design/icons/EyeOutlined'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { beneficiaryHistory, listLines, revealLine } from '#core/payouts/contract/lines.ts'
import type { RowOf } from '#kernel/contract.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import type { PayoutPaths } from './paths.ts'
import { PayoutSelect } from './selects.tsx'

type Row = RowOf<typeof listLines>

const History = lazyPart<DialogProps<Row> & { paths: PayoutPaths }>(() => import('./history-drawer.tsx'))
const Reveal = lazyPart<DialogProps<Row>>(() => import('./reveal.tsx'))

/** The people of payout lists: of one list by its address, or a person across lists. */
export default (paths: PayoutPaths) => {
  const history = show<Row>((props) => <History {...props} paths={paths} />, { key: 'history', contract: beneficiaryHistory })
  return listScreen(listLines, {
    filters: ['text', { field: 'listId', input: PayoutSelect }, 'status', { field: 'unitId', input: UnitSelect }, 'method', 'warning', 'dueTomorrow'],
    columns: [
      { field: 'beneficiaryCode', width: 156, fixed: 'start', opens: history },
      { field: 'name', width: 170 },
      { field: 'amount', width: 140 },
      { field: 'status', width: 112 },
      { field: 'identityNumber', width: 132 },
      { field: 'birthDate', width: 108 },
      { field: 'unitName', width: 216 },
      'month',
      'listCode',
      'method',
      'warning',
      'receiverName',
      'paidAt',
      'paidUnitName',
      'tellerName',
      'slipCode',
      'holdReason',
      'address',
      { field: 'lineNo', hidden: true },
      { field: 'bankBin', hidden: true },
      { field: 'accountNumber', hidden: true },
      { field: 'accountName', hidden: true },
      { field: 'identityType', hidden: true },
      { field: 'updatedAt', hidden: true },
    ],
    nameOf: ({ name }) => name,
    actions: [history, show<Row>((props) => <Reveal {...props} />, { key: 'reveal', contract: revealLine, icon: <EyeOutlined /> })],
  })
}
