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
    // Which drafts go without a dry run (the first one, one that no session is there for) the server knows, and it says so of others.
    act(submit, { key: 'submit', ask: ['reason'], invalidates, when: drafted }),
    act(discard, { key: 'discard', danger: true, invalidates, when: drafted }),
    act(suspend, { key: 'suspend', danger: true, ask: ['reason'], invalidates }),
    act(resume, { key: 'resume', invalidates }),
  ]
}
