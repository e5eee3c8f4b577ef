import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { JournalLink } from '#core/ledger/web/public.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { ActionHost, RecordActions } from '#platform/web/kit/actions/action-host.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { Blocker, CheckResult, getPeriod, LateJournal, PeriodDetail, periodsTopic, Snapshot, SnapshotLine } from '../contract/periods.ts'
import { periodActions } from './period-actions.ts'
import { words } from './words.ts'

const ENTITY = 'cutoff.period'

/** A period: who blocks it, what its closings have kept, and what came late. */
export function PeriodDrawer({ row: { id }, onClose }: DialogProps<Pick<PeriodDetail, 'id'>>) {
  const query = useContractQuery(getPeriod, { id }, { quiet: true })
  useLiveReads(periodsTopic, getPeriod)
  return (
    <RecordDrawer query={query} title={({ code }) => code} size={1120} onClose={onClose}>
      {(period) => (
        <ActionHost entity={ENTITY} schema={PeriodDetail} actions={periodActions} nameOf={({ code }: PeriodDetail) => code}>
          {period.pendingRequestId !== null && <RequestBanner requestId={period.pendingRequestId} />}
          <RecordActions record={period} />
          <div className="bt-detail-body">
            <Facts period={period} />
            {period.status !== 'CLOSED' && <Checklist period={period} />}
            <Snapshots period={period} />
            <RequestHistory subjectType={ENTITY} subjectId={id} />
            <RecordHistory subjectType={ENTITY} subjectId={id} />
          </div>
        </ActionHost>
      )}
    </RecordDrawer>
  )
}

interface Shown {
  period: PeriodDetail
}

function Facts({ period }: Shown) {
  const labels = useLabels(words)
  const { note, submittedBy, closedBy } = period
  return (
    <Section title={labels.text('facts')}>
      <FieldList
        entity={ENTITY}
        schema={PeriodDetail}
        value={period}
        fields={[
          'status',
          'service',
          'unitName',
          'startsOn',
          'endsOn',
          'checkedAt',
          ...(submittedBy === null ? [] : (['submittedBy', 'submittedAt'] as const)),
          ...(closedBy === null ? [] : (['closedBy', 'closedAt', 'snapshotCode'] as const)),
          ...(note === null ? [] : (['note'] as const)),
        ]}
      />
    </Section>
  )
}

function Checklist({ period: { checks, blocking } }: Shown) {
  const labels = useLabels(words)
  return (
    <>
      <Section title={labels.text('checklist')}>
        <FieldTable
          entity={ENTITY}
          schema={CheckResult}
          rows={checks}
          rowKey={({ check }) => check}
          fields={['title', { field: 'count', render: ({ count }) => (count === 0 ? labels.text('passed') : count) }]}
        />
      </Section>
      <Section title={labels.text('blocking')}>
        {blocking.length === 0 ? (
          <p>{labels.text('blockingNone')}</p>
        ) : (
          <FieldTable
            entity={ENTITY}
            schema={Blocker}
            rows={blocking}
            rowKey={({ check, owner, label }) => `${check} ${owner} ${label}`}
            fields={[
              'owner',
              { field: 'label', render: ({ label, link }) => (link === null ? label : <PageLink to={link}>{label}</PageLink>) },
              'count',
              'since',
            ]}
          />
        )}
      </Section>
    </>
  )
}

function Snapshots({ period: { status, snapshotCode, snapshots, lines, late } }: Shown) {
  const labels = useLabels(words)
  const [last, before] = snapshots
  if (!last) return status === 'CLOSED' && snapshotCode === null ? <p>{labels.text('snapshotPending')}</p> : null
  return (
    <>
      <Section title={labels.text('snapshots')}>
        {status === 'CLOSED' && snapshotCode === null && <p>{labels.text('snapshotPending')}</p>}
        <FieldTable
          entity={ENTITY}
          schema={Snapshot}
          rows={snapshots}
          rowKey={({ code }) => code}
          fields={[
            { field: 'code', label: 'snapshotCode' },
            'closedAt',
            'closedBy',
            'journals',
            'entries',
            'debit',
            { field: 'hash', render: ({ hash }) => <span title={hash}>{hash.slice(0, 12)}</span> },
          ]}
        />
      </Section>
      <Section title={before ? labels.text('difference', { code: last.code, before: before.code }) : labels.text('lines')}>
        {before?.hash === last.hash && <p>{labels.text('same')}</p>}
        <FieldTable
          entity={ENTITY}
          schema={SnapshotLine}
          rows={lines}
          rowKey={({ number }) => number}
          fields={
            before
              ? ['number', 'name', 'debitBefore', 'debit', 'debitChange', 'creditBefore', 'credit', 'creditChange']
              : ['number', 'name', 'class', 'debit', 'credit']
          }
        />
      </Section>
      <Section title={labels.text('late')}>
        {late.length === 0 ? (
          <p>{labels.text('lateNone')}</p>
        ) : (
          <FieldTable
            entity={ENTITY}
            schema={LateJournal}
            rows={late}
            rowKey={({ id }) => id}
            fields={[{ field: 'id', label: 'journalId', render: ({ id }) => <JournalLink id={id} /> }, 'description', 'occurredAt', 'businessDate', 'amount']}
          />
        )}
      </Section>
    </>
  )
}
