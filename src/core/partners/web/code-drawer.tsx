import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { findOutcomeCode, OutcomeCodeRevision } from '../contract/codes.ts'
import { VerdictTag } from './verdict.tsx'
import { words } from './words.ts'

const ENTITY = 'partners.outcomeCode'

/** A code with every meaning it has had. */
export function CodeDrawer({ row: { id, code, partnerName }, onClose }: DialogProps<{ id: string; code: string; partnerName: string }>) {
  const labels = useLabels(words)
  const query = useContractQuery(findOutcomeCode, { id }, { quiet: true })
  const tag = (verdict: Parameters<typeof VerdictTag>[0]['value']) => <VerdictTag value={verdict} otherwise={labels.text('notAgreed')} />
  return (
    <RecordDrawer query={query} title={`${partnerName} · ${code}`} size={720} onClose={onClose}>
      {(found) => (
        <>
          {found.pendingRequestId !== null && <RequestBanner requestId={found.pendingRequestId} />}
          <FieldList
            entity={ENTITY}
            schema={findOutcomeCode.output}
            value={found}
            fields={[
              'partnerName',
              'code',
              { field: 'verdict', render: ({ verdict }) => tag(verdict) },
              'meaning',
              'seen',
              'lastMessage',
              'lastSeenAt',
              'updatedBy',
              'updatedAt',
            ]}
          />
          <section>
            <h3>{labels.field('outcomeCode', 'revisions')}</h3>
            <FieldTable
              entity={ENTITY}
              schema={OutcomeCodeRevision}
              rows={found.revisions}
              rowKey={({ revision }) => revision}
              fields={['revision', { field: 'verdict', render: ({ verdict }) => tag(verdict) }, 'meaning', 'reason', 'proposedBy', 'approvedBy', 'approvedAt']}
            />
          </section>
          <RequestHistory subjectType="partner.outcome_code" subjectId={id} />
        </>
      )}
    </RecordDrawer>
  )
}
