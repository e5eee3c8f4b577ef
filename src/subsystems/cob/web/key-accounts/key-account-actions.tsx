import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { today } from '#platform/web/api/server-time.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, create, edit } from '#platform/web/kit/actions/actions.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import {
  proposeContractEnd,
  proposeKeyAccountBank,
  proposeKeyAccountStatus,
  proposeKeyAccountTerms,
  proposeKeyContract,
  submitKeyAccount,
} from '../../contract/key-accounts/changes.ts'
import { createKeyAccount, discardKeyAccount, findKeyAccount, type listKeyAccounts, updateKeyAccount } from '../../contract/key-accounts/key-accounts.ts'
import { keyAccountPath } from '../paths.ts'
import { BankFields, ContractEndFields, ContractFields, DraftFields, TermFields } from './forms.tsx'

type Row = Pick<RowOf<typeof listKeyAccounts>, 'id' | 'code' | 'version' | 'status' | 'pendingRequestId'>
type Detail = OutputOf<typeof findKeyAccount>

const invalidates = [requestsOf, auditOf]
const isOpen = ({ status }: Row) => status === 'ACTIVE' || status === 'SUSPENDED'
const isFree = ({ pendingRequestId }: Row) => pendingRequestId === null
const canChange = (row: Row) => isOpen(row) && isFree(row)

const terms = ({ name, shortName, legalName, taxCode, representative, address, contactName, phone, email, advanceLimit, deposit }: Detail) => ({
  ...{ name, shortName, legalName, taxCode, representative, address, contactName, phone, email, advanceLimit, deposit },
})
/** What the next contract usually is like: the one in force, from today on. */
const contract = ({ contracts: [last] }: Detail) => ({
  ...{ validFrom: today(), cycle: last?.cycle ?? 'DAILY', dateBasis: last?.dateBasis ?? 'COLLECTED', netPostage: last?.netPostage ?? true },
  ...{ postagePayer: last?.postagePayer ?? 'BY_ITEM', taxRate: last?.taxRate ?? '8' },
  fees: last?.fees.map(({ fromName: _from, toName: _to, fromUnitId, toUnitId, amountTo, maximum, ...fee }) => ({
    ...fee,
    ...{ fromUnitId: fromUnitId ?? undefined, toUnitId: toUnitId ?? undefined, amountTo: amountTo ?? undefined, maximum: maximum ?? undefined },
  })) ?? [{ amountFrom: '0', fixed: '0', rate: '0', minimum: '0' }],
})

/** What may be done with a key account, in the list and on its page; what is usual stands first. */
export const keyAccountActions: readonly Action<Row>[] = [
  edit(updateKeyAccount, DraftFields, {
    size: 900,
    read: findKeyAccount,
    when: (row: Row) => row.status === 'DRAFT' && isFree(row),
    invalidates,
  }),
  act(submitKeyAccount, { key: 'submit', ask: ['reason'], when: isFree, invalidates }),
  act(discardKeyAccount, { key: 'discard', danger: true, ask: ['reason'], when: isFree, invalidates }),
  act(proposeKeyContract, {
    key: 'proposeContract',
    ask: ContractFields,
    size: 1120,
    read: findKeyAccount,
    values: contract,
    when: (row: Row) => row.status !== 'CLOSED' && isFree(row),
    invalidates,
  }),
  act(proposeContractEnd, {
    key: 'proposeContractEnd',
    ask: ContractEndFields,
    read: findKeyAccount,
    values: () => ({ validTo: today() }),
    when: canChange,
    invalidates,
  }),
  act(proposeKeyAccountTerms, { key: 'proposeTerms', ask: TermFields, size: 900, read: findKeyAccount, values: terms, when: canChange, invalidates }),
  act(proposeKeyAccountBank, { key: 'proposeBank', ask: BankFields, size: 640, values: () => ({}), when: canChange, invalidates }),
  act(proposeKeyAccountStatus, { event: 'reactivate', ask: ['reason'], when: isFree, invalidates }),
  act(proposeKeyAccountStatus, { event: 'suspend', danger: true, ask: ['reason'], when: isFree, invalidates }),
  act(proposeKeyAccountStatus, { event: 'close', danger: true, ask: ['reason'], when: isFree, invalidates }),
]

export const newKeyAccount = create(createKeyAccount, DraftFields, {
  size: 900,
  values: () => ({ advanceLimit: '0', deposit: '0' }),
  onDone: ({ id }) => openAddress(keyAccountPath(id)),
})
