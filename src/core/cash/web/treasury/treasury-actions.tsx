import BulbOutlined from '@ant-design/icons/BulbOutlined'
import { requestsOf } from '#core/approvals/contract/request.ts'
import { settleTreasury } from '#core/cash/contract/treasury/approval.ts'
import {
  callOffReceipt,
  confirmDeposit,
  dispatchTreasury,
  receiveTreasury,
  returnTreasury,
  startReceipt,
  submitTreasury,
} from '#core/cash/contract/treasury/steps.ts'
import { suggestReplenishment } from '#core/cash/contract/treasury/suggestion.ts'
import { isTill } from '#core/cash/contract/treasury/transaction.ts'
import { cancelTreasury, createTreasury, findTreasury, type listTreasury, updateTreasury } from '#core/cash/contract/treasury/transactions.ts'
import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { today } from '#platform/web/api/server-time.ts'
import type { Action, DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, create, edit, show } from '#platform/web/kit/actions/actions.tsx'
import { lazyPart } from '#platform/web/shell/routing/lazy-part.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { DispatchFields, DraftFields, ReceiptFields, ReturnFields, SettlementFields } from './forms.tsx'
import { addressOf, type TreasuryPaths } from './paths.ts'

type Row = Pick<
  RowOf<typeof listTreasury>,
  'id' | 'version' | 'status' | 'kind' | 'sends' | 'receives' | 'givesOut' | 'takesIn' | 'counting' | 'countedByOther'
>
type Detail = OutputOf<typeof findTreasury>

const invalidates = [requestsOf]
const size = 720
const drafted = ({ kind }: Row) => !isTill(kind)
/** The end whose business it is changes it before the dispatch. */
const maker = (row: Row) => drafted(row) && (row.kind === 'REPLENISHMENT' ? row.receives : row.sends)
const sender = (row: Row) => drafted(row) && row.givesOut
const toVault = (row: Row) => drafted(row) && row.kind !== 'BANK_DEPOSIT'
const receiver = (row: Row) => toVault(row) && row.takesIn

/** What may be done with a transaction, in the list and on its page. */
export function treasuryActions(): readonly Action<Row>[] {
  return [
    edit(updateTreasury, DraftFields, {
      size,
      read: findTreasury,
      when: (row) => row.status === 'DRAFT' && maker(row),
      values: ({ amount, plannedOn, courierId, purpose, planned }: Detail) => ({
        amount,
        plannedOn: plannedOn < today() ? undefined : plannedOn,
        courierId: courierId ?? undefined,
        purpose,
        pieces: planned,
      }),
    }),
    act(submitTreasury, { ask: ['reason'], invalidates, when: maker }),
    act(dispatchTreasury, {
      size,
      read: findTreasury,
      ask: DispatchFields,
      when: sender,
      values: ({ courierId, planned }: Detail) => ({ courierId: courierId ?? undefined, pieces: planned }),
    }),
    act(startReceipt, { key: 'startReceipt', when: (row) => receiver(row) && !row.counting }),
    act(callOffReceipt, { key: 'callOffReceipt', danger: true, ask: ['reason'], when: (row) => toVault(row) && row.receives && row.countedByOther }),
    act(receiveTreasury, { size, ask: ReceiptFields, when: (row) => receiver(row) && row.counting, values: () => ({ sealIntact: true, pieces: [] }) }),
    act(confirmDeposit, {
      key: 'confirmDeposit',
      ask: ['amount', 'bankReference', 'note'],
      when: (row) => row.kind === 'BANK_DEPOSIT' && row.receives,
    }),
    act(returnTreasury, {
      size,
      key: 'return',
      ask: ReturnFields,
      when: (row) => sender(row) && row.kind !== 'BANK_WITHDRAWAL',
      values: () => ({ pieces: [] }),
    }),
    act(settleTreasury, { read: findTreasury, ask: SettlementFields, invalidates }),
    act(cancelTreasury, { danger: true, ask: ['reason'], when: maker }),
  ]
}

const Suggestion = lazyPart<DialogProps<unknown> & { paths: TreasuryPaths }>(() => import('./suggestion.tsx'))

/** A new draft, and what the balance of a unit suggests. */
export function newTreasury(paths: TreasuryPaths): readonly Action<unknown>[] {
  return [
    create(createTreasury, DraftFields, {
      size,
      values: () => ({ plannedOn: today(), pieces: [] }),
      onDone: ({ id }) => openAddress(addressOf(paths, id)),
    }),
    show((props) => <Suggestion {...props} paths={paths} />, { key: 'suggest', place: 'page', contract: suggestReplenishment, icon: <BulbOutlined /> }),
  ]
}
