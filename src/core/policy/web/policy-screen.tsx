import { PendingBadge } from '#core/approvals/web/public.ts'
import { listPolicies } from '#core/policy/contract/policies.ts'
import type { RowOf } from '#kernel/contract.ts'
import { fill } from '#kernel/language.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { newPolicy, type PolicyPaths, policyActions } from './policy-actions.ts'
import { words } from './words.ts'

function Mark({ inForce, pendingRequestId }: RowOf<typeof listPolicies>) {
  const labels = useLabels(words)
  if (pendingRequestId !== null) return <PendingBadge requestId={pendingRequestId} />
  return inForce ? <span className="bt-tag bt-tone-success">{labels.text('inForce')}</span> : null
}

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
      { field: 'inForce', render: (row) => <Mark {...row} /> },
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
