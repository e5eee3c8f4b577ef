import type { RowOf } from '#kernel/contract.ts'
import type { BulkAction } from '#platform/web/kit/actions/action.ts'
import { bulk } from '#platform/web/kit/actions/actions.tsx'
import { type Decision, decideRequests, type listRequests } from '../contract/request.ts'

type Row = RowOf<typeof listRequests>

const decision = ({ key, wanted }: { key: string; wanted: Decision }) =>
  bulk<typeof decideRequests, Row>(decideRequests, {
    key,
    danger: wanted === 'REJECT',
    when: (row) => row.mayDecide,
    input: (reason) => ({ decision: wanted, ...(reason === '' ? {} : { reason }) }),
    reason: wanted === 'REJECT' ? 'needed' : 'optional',
    facts: ['makerName', 'moneyImpact'],
    invalidates: 'all',
  })

/** The two decisions for requests ticked in the inbox, with the money they move; a result a row. */
export const bulkDecisions: readonly BulkAction<Row>[] = [decision({ key: 'approve', wanted: 'APPROVE' }), decision({ key: 'reject', wanted: 'REJECT' })]
