import type { RowOf } from '#kernel/contract.ts'
import { today } from '#platform/web/api/server-time.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { askReopening, checkPeriod, closePeriod, getPeriod, giveBackPeriod, type listPeriods, submitPeriod } from '../contract/periods.ts'

type Period = Pick<RowOf<typeof listPeriods>, 'id' | 'version' | 'status' | 'blockers' | 'endsOn' | 'pendingRequestId'>

const invalidates = [getPeriod]

/** What may be done with a period, in the list and beside it. */
export const periodActions: readonly Action<Period>[] = [
  act(checkPeriod, { invalidates }),
  act(submitPeriod, { ask: ['note'], invalidates, when: ({ blockers, endsOn }) => blockers === 0 && endsOn < today() }),
  act(closePeriod, { danger: true, invalidates }),
  act(giveBackPeriod, { key: 'giveBack', ask: ['note'], invalidates }),
  act(askReopening, { danger: true, ask: ['reason'], invalidates, when: ({ pendingRequestId }) => pendingRequestId === null }),
]
