import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { findPlan, Revision } from '#core/merchants/contract/plans.ts'
import { PercentText } from '#core/policy/web/public.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { type MerchantPaths, usersOf } from './paths.ts'
import { words } from './words.ts'

const SUBJECT = 'merchants.fee_plan'

/** A plan: what it costs by day, who agreed on it, who has it. */
export default function PlanDrawer({ row: { id }, paths, onClose }: DialogProps<{ id: string }> & { paths: MerchantPaths }) {
  const labels = useLabels(words)
  const query = useContractQuery(findPlan, { id }, { quiet: true })
  return (
    <RecordDrawer query={query} title={({ code, name }) => `${code} · ${name}`} onClose={onClose}>
      {(plan) => (
        <>
          {plan.pendingRequestId !== null && <RequestBanner requestId={plan.pendingRequestId} />}
          <Section title={labels.text('groupPlan')}>
            <FieldList
              entity="merchants.plan"
              schema={findPlan.output}
              value={plan}
              fields={['status', 'service', { field: 'merchants', render: ({ merchants }) => <PageLink to={usersOf(paths, id)}>{merchants}</PageLink> }]}
            />
          </Section>
          <Section title={labels.text('revisions')}>
            <FieldTable
              schema={Revision}
              rows={plan.revisions}
              rowKey={({ revision }) => revision}
              entity="merchants.plan"
              fields={[
                'revision',
                'effectiveFrom',
                'effectiveTo',
                { field: 'rateBps', render: ({ rateBps }) => <PercentText value={rateBps} /> },
                'fixed',
                'minimum',
                'maximum',
                'agreedBy',
                'agreedAt',
              ]}
            />
          </Section>
          <RequestHistory subjectType={SUBJECT} subjectId={id} />
          <RecordHistory subjectType={SUBJECT} subjectId={id} />
        </>
      )}
    </RecordDrawer>
  )
}
