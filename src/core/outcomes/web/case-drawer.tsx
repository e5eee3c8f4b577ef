import { Alert } from 'antd'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { TraceLink } from '#core/trace/web/public.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { ActionHost, RecordActions } from '#platform/web/kit/actions/action-host.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { FileList } from '#platform/web/kit/detail/file-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { CopyButton } from '#platform/web/kit/value/copy-button.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { casesTopic } from '../contract/case.ts'
import { type CaseDetail, Evidence, findCase, Proposal } from '../contract/cases.ts'
import { caseActions } from './case-actions.tsx'
import { useCaseAddress } from './case-address.ts'
import { NextInquiry } from './next-inquiry.tsx'
import { words } from './words.ts'
import './outcomes.css'

const SUBJECT = 'outcome.outcome_case'
const ENTITY = 'outcomes.case'

/** A case: what is known of the transaction, the evidence as it came, what is suggested and was proposed. */
export function CaseDrawer({ row: { id }, onClose }: DialogProps<Pick<CaseDetail, 'id'>>) {
  const query = useContractQuery(findCase, { id }, { quiet: true })
  const labels = useLabels(words)
  const addressOf = useCaseAddress()
  useLiveRead(casesTopic, query)
  return (
    <RecordDrawer query={query} title={({ code }) => code} size={1120} onClose={onClose}>
      {(found) => (
        <ActionHost entity={ENTITY} schema={findCase.output} actions={caseActions} nameOf={({ code }) => code}>
          <div className="bt-case-head">
            {found.pendingRequestId !== null && <RequestBanner requestId={found.pendingRequestId} />}
            <Suggestion found={found} />
            <div className="bt-case-actions">
              <RecordActions record={found} />
              <TraceLink code={found.code} />
              <span>
                {labels.text('link')} <CopyButton text={addressOf(id, found.code)} name={labels.text('link')} />
              </span>
            </div>
          </div>
          <div className="bt-detail-body">
            <Facts found={found} />
            <EvidenceTable found={found} />
            <Proposals found={found} />
            <RequestHistory subjectType={SUBJECT} subjectId={id} />
            <RecordHistory subjectType={SUBJECT} subjectId={id} />
          </div>
        </ActionHost>
      )}
    </RecordDrawer>
  )
}

interface Shown {
  found: CaseDetail
}

/** The suggested verdict in a sentence; above it what is more urgent. */
function Suggestion({ found: { status, suggested, reason, inquiries, conflict, conflictDecision, evidence } }: Shown) {
  const labels = useLabels(words)
  if (conflict) return <Alert type="error" showIcon title={labels.text(conflictDecision === null ? 'conflictHeld' : 'conflictKept')} />
  if (status === 'DECIDED') return null
  const verdict = suggested === null ? '' : labels.enumValue('outcomes.verdict', suggested).toUpperCase()
  const finals = new Set(evidence.flatMap(({ finding }) => (finding === 'SUCCEEDED' || finding === 'FAILED' ? [finding] : [])))
  const contradicted = finals.size > 1
  return (
    <Alert
      type={contradicted ? 'warning' : suggested === null ? 'info' : 'success'}
      showIcon
      title={labels.text(reason, { n: inquiries, verdict })}
      description={contradicted && reason !== 'CONTRADICTION' ? labels.text('contradicted') : undefined}
    />
  )
}

function Facts({ found }: Shown) {
  const labels = useLabels(words)
  const { link, code, verdict, conflictAt, conflictSettledAt, proposedBy } = found
  return (
    <Section title={labels.text('facts')}>
      <FieldList
        entity={ENTITY}
        schema={findCase.output}
        value={found}
        fields={[
          'status',
          'amount',
          { field: 'code', render: () => (link === null ? code : <PageLink to={link}>{code}</PageLink>) },
          'externalRef',
          'partnerName',
          'channel',
          'service',
          'type',
          'direction',
          'unitName',
          'occurredAt',
          'openedAt',
          'cause',
          'inquiries',
          'inquiredAt',
          { field: 'nextInquiryAt', render: (row) => <NextInquiry row={row} /> },
          'assignee',
          ...(proposedBy === null ? [] : (['proposedBy'] as const)),
          ...(verdict === null ? [] : (['verdict', 'resolvedBy', 'decidedBy', 'decidedAt'] as const)),
          ...(conflictAt === null ? [] : (['conflictAt'] as const)),
          ...(conflictSettledAt === null ? [] : (['conflictSettledAt', 'conflictSettledBy', 'conflictDecision'] as const)),
        ]}
      />
    </Section>
  )
}

function EvidenceTable({ found: { evidence } }: Shown) {
  const labels = useLabels(words)
  return (
    <Section title={labels.text('evidence')}>
      {evidence.length === 0 ? (
        <p>{labels.text('noEvidence')}</p>
      ) : (
        <FieldTable
          entity="outcomes.evidence"
          schema={Evidence}
          rows={evidence}
          rowKey={({ id }) => id}
          fields={[
            'at',
            'kind',
            'finding',
            'hard',
            'source',
            'code',
            {
              field: 'message',
              render: ({ message, fault, raw, files }) => (
                <>
                  {message}
                  {fault !== null && <div>{labels.enumValue('partners.fault', fault)}</div>}
                  {files.length > 0 && <FileList files={files} />}
                  {raw !== '' && raw !== message && (
                    <details>
                      <summary>{labels.text('rawShown')}</summary>
                      <pre className="bt-raw">{raw}</pre>
                    </details>
                  )}
                </>
              ),
            },
            'reference',
            'amount',
          ]}
        />
      )}
    </Section>
  )
}

function Proposals({ found: { proposals } }: Shown) {
  const labels = useLabels(words)
  if (proposals.length === 0) return null
  return (
    <Section title={labels.text('proposals')}>
      <FieldTable
        entity="outcomes.proposal"
        schema={Proposal}
        rows={proposals}
        rowKey={({ id }) => id}
        fields={['verdict', 'proposalStatus', 'evidence', 'note', 'proposedBy', 'proposedAt', 'endedBy', 'endedAt', 'endNote']}
      />
    </Section>
  )
}
