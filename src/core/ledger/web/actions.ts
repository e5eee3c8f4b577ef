import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import type { RowOf } from '#kernel/contract.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { limitAccount, lockAccount, unlockAccount } from '../contract/account-change.ts'
import type { listAccounts } from '../contract/accounts.ts'
import { type listManualJournals, reverseManualJournal } from '../contract/manual.ts'

const invalidates = [auditOf, requestsOf]

type Manual = Pick<RowOf<typeof listManualJournals>, 'id' | 'version' | 'status'>
type Account = Pick<RowOf<typeof listAccounts>, 'id' | 'version' | 'status' | 'pendingRequestId' | 'minBalance' | 'maxBalance'>

export const reverseManual = act<typeof reverseManualJournal, Manual>(reverseManualJournal, { key: 'reversal', danger: true, ask: ['reason'], invalidates })

const free = ({ pendingRequestId }: Account) => pendingRequestId === null

/** What is asked for of an account: a second person decides. */
export const accountActions = [
  act<typeof limitAccount, Account>(limitAccount, {
    key: 'limits',
    ask: [['minBalance', 'maxBalance'], 'reason'],
    values: ({ minBalance, maxBalance }) => ({ minBalance, maxBalance }),
    when: (account) => free(account) && account.status !== 'CLOSED',
    invalidates,
  }),
  act<typeof lockAccount, Account>(lockAccount, { key: 'lock', danger: true, ask: ['reason'], when: free, invalidates }),
  act<typeof unlockAccount, Account>(unlockAccount, { key: 'unlock', ask: ['reason'], when: free, invalidates }),
]
