import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import { proposeAccount, proposeStatus, proposeTerms } from '#core/merchants/contract/changes.ts'
import {
  changeFacts,
  createMerchant,
  discardMerchant,
  findMerchant,
  type listMerchants,
  lockMerchant,
  submitMerchant,
  updateMerchant,
} from '#core/merchants/contract/merchants.ts'
import { settleNow } from '#core/settlements/contract/settlements.ts'
import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { parseMoney } from '#kernel/money.ts'
import { today } from '#platform/web/api/server-time.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, create, edit } from '#platform/web/kit/actions/actions.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { AccountFields, DraftFields, FactFields, SubmitFields, TermFields } from './forms.tsx'
import type { MerchantOptions } from './options.ts'
import { type MerchantPaths, merchantAddress } from './paths.ts'

type Row = Pick<
  RowOf<typeof listMerchants>,
  'id' | 'code' | 'version' | 'status' | 'owed' | 'pendingRequestId' | 'settlementBankBin' | 'settlementAccount' | 'settlementName'
>
type Detail = OutputOf<typeof findMerchant>

const invalidates = [requestsOf, auditOf]
const isOpen = ({ status }: Pick<Row, 'status'>) => status === 'ACTIVE' || status === 'LOCKED'
/** Money that came back after the closing. */
const cameBack = ({ status, owed }: Pick<Row, 'status' | 'owed'>) => status === 'CLOSED' && parseMoney(owed) > 0n
const isFree = ({ pendingRequestId }: Row) => pendingRequestId === null
/** What is not there is left out, so that the form begins empty. */
const filled = (values: Record<string, unknown>) => Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value ?? undefined]))

const terms = ({
  name,
  phone,
  email,
  contacts,
  legalName,
  legalKind,
  taxCode,
  representative,
  feePlanId,
  settlementCycle,
  settlementWeekday,
  limitOnce,
  limitDay,
}: Detail) =>
  filled({ name, phone, email, contacts, legalName, legalKind, taxCode, representative, feePlanId, settlementCycle, settlementWeekday, limitOnce, limitDay })

/** What may be done with a merchant, in the list and on its page; what is usual stands first. */
export const merchantActions: readonly Action<Row>[] = [
  edit(updateMerchant, DraftFields, { size: 1040, read: findMerchant, when: ({ status }: Row) => status === 'DRAFT', invalidates }),
  act(submitMerchant, { ask: SubmitFields, size: 640, invalidates }),
  act(discardMerchant, { danger: true, ask: ['reason'], invalidates }),
  act(proposeStatus, { event: 'unlock', ask: ['reason'], when: isFree, invalidates }),
  act(proposeTerms, {
    key: 'proposeTerms',
    ask: TermFields,
    size: 1040,
    read: findMerchant,
    values: terms,
    when: (row: Row) => isOpen(row) && isFree(row),
    invalidates,
  }),
  act(proposeAccount, {
    key: 'proposeAccount',
    ask: AccountFields,
    size: 720,
    read: findMerchant,
    values: () => ({ calledOn: today() }),
    when: (row: Row) => (isOpen(row) || cameBack(row)) && isFree(row),
    invalidates,
  }),
  edit(changeFacts, FactFields, { key: 'changeFacts', size: 1040, read: findMerchant, when: isOpen, invalidates }),
  act(lockMerchant, { danger: true, ask: ['reason'], invalidates }),
  act(proposeStatus, { event: 'close', danger: true, ask: ['reason'], when: isFree, invalidates }),
]

/** Pays what a merchant is owed without waiting for its cycle, where settlements are stamped. */
export const settleActions = ({ money }: MerchantOptions): readonly Action<Row>[] =>
  money === undefined
    ? []
    : [
        act(settleNow, {
          key: 'settleNow',
          ask: ['reason'],
          toInput: ({ reason }, { id }: Row) => ({ merchantId: id, reason }),
          when: (row: Row) => row.status === 'ACTIVE' || cameBack(row),
          onDone: ({ id }) => openAddress(money.settlement(id)),
        }),
      ]

export const newMerchant = (paths: MerchantPaths) =>
  create(createMerchant, DraftFields, { size: 1040, values: () => ({ settlementCycle: 'T1' }), onDone: ({ id }) => openAddress(merchantAddress(paths, id)) })
