import { requestsOf } from '#core/approvals/contract/request.ts'
import { cancelBatch, type listBatches, submitBatch } from '#core/disbursement/contract/batches.ts'
import { listItems } from '#core/disbursement/contract/items.ts'
import type { RowOf } from '#kernel/contract.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'

export type BatchRow = Pick<RowOf<typeof listBatches>, 'id' | 'version' | 'code' | 'status' | 'itemCount' | 'pendingRequestId'>

/** What is done with a batch, among the others and on its page. */
export const batchActions: readonly Action<BatchRow>[] = [
  act(submitBatch, { ask: ['reason'], when: ({ itemCount }: BatchRow) => itemCount > 0, invalidates: [requestsOf, listItems] }),
  act(cancelBatch, { danger: true, ask: ['reason'], invalidates: [listItems] }),
]
