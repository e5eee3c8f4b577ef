import { listPolicies } from '#core/policy/contract/policies.ts'
import { fill } from '#kernel/language.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { InForceOrPending } from './in-force.tsx'
import { newPolicy, type PolicyPaths, policyActions } from './policy-actions.ts'

/** The list of policies; `paths` say where its pages stand. */
export default function policyScreen(paths: PolicyPaths) {
  return listScreen(listPolicies, {
    filters: ['text', 'service', 'status', 'inForceOn'],
    columns: [
      { field: 'code', fixed: 'start' },
      'revision',
      'name',
      'service',
      'status',
      { field: 'inForce', width: 290, render: (policy) => <InForceOrPending policy={policy} /> },
      'effectiveFrom',
      'effectiveTo',
      'fees',
      'updatedAt',
      'updatedBy',
    ],
    detailPath: ({ id }) => fill(paths.detail, { id }),
    nameOf: ({ code, revision }) => `${code}/${revision}`,
    actions: [newPolicy(paths), ...policyActions(paths)],
  })
}
