import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { findPolicy, policyMachine } from '#core/policy/contract/policies.ts'
import { policyRevisions } from '#core/policy/contract/revisions.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { Fees } from './fees.tsx'
import { InForce } from './in-force.tsx'
import { type PolicyPaths, policyActions } from './policy-actions.ts'
import { Revisions } from './revisions.tsx'
import { words } from './words.ts'

function PolicyDetail({ paths, actions }: { paths: PolicyPaths; actions: ReturnType<typeof policyActions> }) {
  const { id = '' } = useScreen().params
  const query = useContractQuery(findPolicy, { id }, { quiet: true })
  useContractQuery(policyRevisions, { id }, { quiet: true }) // Asked for with the policy, not after it.
  return (
    <DetailLayout
      query={query}
      head={({ code, revision, status, name, pendingRequestId }) => ({
        code: `${code}/${revision}`,
        status: { machine: policyMachine.name, value: status },
        title: name,
        banner: pendingRequestId !== null && <RequestBanner requestId={pendingRequestId} />,
      })}
      offers={{ actions, schema: findPolicy.output, entity: 'policy.policy' }}
      aside={(policy) => <RecordHistory subjectType="policy.policy" subjectId={policy.id} />}
    >
      {(policy) => <Facts policy={policy} paths={paths} />}
    </DetailLayout>
  )
}

function Facts({ policy, paths }: { policy: OutputOf<typeof findPolicy>; paths: PolicyPaths }) {
  const labels = useLabels(words)
  const ended = policy.endReason !== ''
  return (
    <>
      <Section title={labels.text('facts')}>
        <FieldList
          entity="policy.policy"
          schema={findPolicy.output}
          value={policy}
          fields={[
            'service',
            { field: 'inForce', render: (value) => <InForce policy={value} /> },
            'effectiveFrom',
            'effectiveTo',
            'description',
            ...(ended ? (['endReason'] as const) : []),
            'createdBy',
            'createdAt',
            'updatedBy',
            'updatedAt',
          ]}
        />
      </Section>
      <Section title={labels.text('feeRows')}>
        <Fees fees={policy.fees} />
      </Section>
      <Revisions id={policy.id} detail={paths.detail} />
      <RequestHistory subjectType="policy.policy" subjectId={policy.id} />
    </>
  )
}

export default (paths: PolicyPaths) => {
  const actions = policyActions(paths)
  return () => <PolicyDetail paths={paths} actions={actions} />
}
