import { requestsOf } from '#core/approvals/contract/request.ts'
import { auditOf } from '#core/audit/contract/audit.ts'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act } from '#platform/web/kit/actions/actions.tsx'
import { draftOf, type Setup } from './parts.ts'

/** What moves a configuration on its page: its draft to two people, and what is in force to a halt. */
export function setupActions(contracts: ReconciliationContracts): readonly Action<Setup>[] {
  const { submit, discard, suspend, resume } = contracts.setups
  const invalidates = [auditOf, requestsOf]
  const drafted = (setup: Setup) => draftOf(setup) !== undefined
  return [
    act(submit, { key: 'submit', ask: ['reason'], invalidates, when: (setup: Setup) => draftOf(setup)?.status === 'TESTED' }),
    act(discard, { key: 'discard', danger: true, invalidates, when: drafted }),
    act(suspend, { key: 'suspend', danger: true, ask: ['reason'], invalidates }),
    act(resume, { key: 'resume', invalidates }),
  ]
}
