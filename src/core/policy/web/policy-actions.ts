import { auditOf } from '#core/audit/contract/audit.ts'
import { createPolicy, type listPolicies, removePolicy, updatePolicy } from '#core/policy/contract/policies.ts'
import { submitPolicy } from '#core/policy/contract/release.ts'
import { clonePolicy, endPolicy } from '#core/policy/contract/revisions.ts'
import type { RowOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { today } from '#platform/web/api/server-time.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { act, remove, visit } from '#platform/web/kit/actions/actions.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { CloneFields } from './revisions.tsx'

/** Addresses of the screens of policies, which lead to each other; `detail` and `edit` carry an {id}. */
export interface PolicyPaths {
  list: string
  create: string
  detail: string
  edit: string
}

type Policy = Pick<RowOf<typeof listPolicies>, 'id' | 'version' | 'status' | 'effectiveTo'>

const isDraft = ({ status }: Policy) => status === 'DRAFT'
const invalidates = [auditOf]

/** What may be done with a revision of a policy, in the list and on its page. */
export function policyActions({ detail, edit }: PolicyPaths): readonly Action<Policy>[] {
  return [
    act(submitPolicy, { ask: ['reason'], invalidates }),
    visit((policy) => fill(edit, { id: policy.id }), updatePolicy, { key: 'edit', when: isDraft }),
    act(clonePolicy, { ask: CloneFields, invalidates, onDone: ({ id }) => openAddress(fill(detail, { id })) }),
    act(endPolicy, { danger: true, ask: ['lastDay', 'reason'], invalidates, when: ({ effectiveTo }) => effectiveTo === null || effectiveTo >= today() }),
    remove(removePolicy, { when: isDraft }),
  ]
}

export const newPolicy = ({ create }: PolicyPaths) => visit(create, createPolicy, { key: 'create' })
