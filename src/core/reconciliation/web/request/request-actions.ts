import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import type { RequestContracts } from '#core/reconciliation/contract/requests.ts'
import type { RowOf } from '#kernel/contract.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'

type Row = Pick<RowOf<RequestContracts['list']>, 'id' | 'version' | 'status' | 'code' | 'pendingRequestId'>

/** What moves a handling request, in its list and on its page. */
export function requestActions(contracts: RequestContracts): readonly Action<Row>[] {
  const invalidates = [auditOf, requestsOf]
  return [
    act(contracts.submit, { key: 'submit', ask: ['reason'], invalidates }),
    act(contracts.cancel, { key: 'cancel', danger: true, ask: ['reason'], invalidates }),
  ]
}
