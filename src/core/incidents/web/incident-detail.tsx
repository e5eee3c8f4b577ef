import { Tag } from 'antd'
import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { incidentMachine, incidentsTopic } from '#core/incidents/contract/incident.ts'
import { type IncidentContracts, incidentAddress } from '#core/incidents/contract/incidents.ts'
import { type IncidentEntry, IncidentRecord } from '#core/incidents/contract/shapes.ts'
import { transactionsTopic } from '#core/payments/contract/transaction.ts'
import { TraceLink } from '#core/trace/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import type { Tone } from '#kernel/machine.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import type { Action } from '#platform/web/kit/actions/action.ts'
import { RecordActions } from '#platform/web/kit/actions/action-host.tsx'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { FileList } from '#platform/web/kit/detail/file-list.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useWordsOf } from '#platform/web/kit/value/use-words-of.ts'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useAsked, useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { DueTime } from './due-time.tsx'
import { incidentActions, talkActions } from './incident-actions.tsx'
import { Clocks } from './incident-clocks.tsx'
import { LookUp } from './incident-look-up.tsx'
import { Notes } from './incident-notes.tsx'
import './incidents.css'
import { Moved, Moves } from './moves.tsx'
import { words } from './words.ts'

type Detail = OutputOf<IncidentContracts['detail']>
const ENTITY = 'incidents.incident'

type Actions = readonly Action<Detail>[]

function IncidentDetail({ id, contracts, actions, talk }: { id: string; contracts: IncidentContracts; actions: Actions; talk: Actions }) {
  const query = useContractQuery(contracts.detail, { id }, { quiet: true })
  useLiveRead(incidentsTopic, query)
  useLiveRead(requestsTopic, query)
  return (
    <DetailLayout
      query={query}
      offers={{ actions, schema: contracts.detail.output, entity: ENTITY }}
      head={(row) => ({
        code: row.code,
        status: { machine: incidentMachine.name, value: row.status },
        title: row.categoryName,
        ...(row.amount === null ? {} : { amount: { value: row.amount, currency: 'VND' } }),
        banner: row.pendingRequestId !== null && <RequestBanner requestId={row.pendingRequestId} />,
        actions: (
          <>
            <TraceLink code={row.code} />
            <Neighbours list={contracts.list} id={id} path={(other) => incidentAddress(contracts, other)} />
          </>
        ),
      })}
      aside={(row) => <History row={row} talk={talk} />}
    >
      {(row) => (
        <>
          {row.actionResult?.state === 'UNDER_WAY' && <Followed query={query} />}
          <Facts row={row} contracts={contracts} />
        </>
      )}
    </DetailLayout>
  )
}

/** Its money is on its way, and comes to its end while somebody looks on. */
function Followed({ query }: { query: Parameters<typeof useLiveRead>[1] }) {
  useLiveRead(transactionsTopic, query)
  return null
}

function Facts({ row, contracts }: { row: Detail; contracts: IncidentContracts }) {
  const labels = useLabels(words)
  const held = (fields: readonly Extract<keyof Detail, string>[]) => fields.filter((field) => row[field] !== null && row[field] !== '')
  const schema = contracts.detail.output
  return (
    <>
      <Notes row={row} contracts={contracts} />
      <Section title={labels.text('groupIncident')}>
        <FieldList
          entity={ENTITY}
          schema={schema}
          value={row}
          fields={[
            'description',
            'priority',
            { field: 'dueAt', render: ({ dueAt, late }) => <DueTime dueAt={dueAt} late={late} /> },
            ...held(['assigneeName', 'teamName']),
            'unitName',
            ...held(['partnerName', 'partnerCase']),
            ...(row.reopened > 0 ? (['reopened'] as const) : []),
            'createdBy',
            'createdAt',
          ]}
        />
      </Section>
      <Section title={labels.text('groupReporter')}>
        <FieldList
          entity={ENTITY}
          schema={schema}
          value={row}
          fields={['reporterKind', 'reporterName', ...held(['reporterPhone', 'reporterEmail']), 'channel', 'reports']}
        />
      </Section>
      <Section title={labels.text('groupClocks')}>
        <Clocks clocks={row.clocks} />
      </Section>
      <RecordsOf records={row.records} />
      {row.action !== null && (
        <Section title={labels.text('groupOutcome')}>
          <FieldList
            entity={ENTITY}
            schema={schema}
            value={row}
            fields={[
              'actionName',
              ...held(['actionAmount']),
              ...(row.actionResult === null
                ? []
                : [{ field: 'actionResult' as const, render: () => row.actionResult && <Moved state={row.actionResult.state} result={row.actionResult} /> }]),
              ...held(['cause', 'resolution', 'answeredAt', 'resolvedAt', 'endedAt']),
            ]}
          />
        </Section>
      )}
      {row.moves.length > 0 && (
        <Section title={labels.text('groupMoves')}>
          <Moves moves={row.moves} />
        </Section>
      )}
      <RequestHistory subjectType="incident.incident" subjectId={row.id} />
      {row.attachments.length > 0 && (
        <Section title={labels.text('groupFiles')}>
          <FileList files={row.attachments} />
        </Section>
      )}
      {row.similar.length > 0 && (
        <Section title={labels.text('groupSimilar')}>
          <Similar rows={row.similar} contracts={contracts} />
        </Section>
      )}
    </>
  )
}

/** What it is about, with states that the modules of the records call by their own words. */
function RecordsOf({ records }: Pick<Detail, 'records'>) {
  const labels = useLabels(words)
  const named = useWordsOf(records.flatMap(({ status }) => status?.machine ?? []))
  if (records.length === 0 || !named) return null
  return (
    <Section title={labels.text('groupRecords')}>
      <FieldTable
        entity="incidents.record"
        schema={IncidentRecord}
        rows={records}
        rowKey={({ type, subjectId }) => `${type} ${subjectId}`}
        fields={[
          'kind',
          { field: 'code', render: ({ code, link }) => (code === null || link === null ? code : <PageLink to={link}>{code}</PageLink>) },
          { field: 'title', render: ({ title }) => title ?? labels.text('outsideRecord') },
          { field: 'status', render: ({ status }) => status && <StatusTag {...status} /> },
          'amount',
          'at',
        ]}
      />
    </Section>
  )
}

function Similar({ rows, contracts }: { rows: Detail['similar']; contracts: IncidentContracts }) {
  return (
    <FieldTable
      entity="incidents.similar"
      schema={contracts.detail.output.shape.similar.element}
      rows={rows}
      rowKey={({ id }) => id}
      fields={[
        { field: 'code', render: ({ id, code }) => <PageLink to={incidentAddress(contracts, id)}>{code}</PageLink> },
        'categoryName',
        { field: 'status', render: ({ status }) => <StatusTag machine={incidentMachine.name} value={status} /> },
        'createdAt',
      ]}
    />
  )
}

const ENTRY_TONES: Partial<Record<IncidentEntry['kind'], Tone>> = {
  REPLY: 'moving',
  RESOLVED: 'success',
  MESSAGE: 'unknown',
  LATE: 'failure',
  REJECTED: 'failure',
  GIVEN_BACK: 'attention',
  PROPOSED: 'attention',
  APPROVED: 'success',
}

/** What went out and what came in is marked in words and colour: nobody takes a note for an answer. */
function History({ row, talk }: { row: Detail; talk: Actions }) {
  const t = useShellText()
  const labels = useLabels(words)
  const items = row.timeline.map(({ seq, at, by, kind, text, outward, via, from, mentions }) => ({
    key: String(seq),
    at,
    title: (
      <>
        {labels.enumValue('incidents.event', kind)}
        {outward && <Tag className="incident-way">{labels.text(kind === 'MESSAGE' ? 'inward' : 'outward')}</Tag>}
        {kind === 'NOTE' && <Tag className="incident-way">{labels.text('inside')}</Tag>}
      </>
    ),
    by: [by, via && labels.enumValue('incidents.via', via), from && labels.enumValue('incidents.messageFrom', from), ...mentions.map((name) => `@${name}`)]
      .filter(Boolean)
      .join(' · '),
    note: text || null,
    tone: ENTRY_TONES[kind] ?? ('neutral' as const),
  }))
  return (
    <Section title={t('detail.timeline')}>
      <div className="incident-talk">
        <RecordActions record={row} actions={talk} />
      </div>
      <Timeline items={items} />
    </Section>
  )
}

export default (contracts: IncidentContracts) => {
  const actions = incidentActions(contracts)
  const talk = talkActions(contracts)
  return () => {
    const { params } = useScreen()
    const asked = useAsked().get('id')
    const id = params.id ?? asked
    return id && /^\d+$/.test(id) ? <IncidentDetail key={id} id={id} contracts={contracts} actions={actions} talk={talk} /> : <LookUp contracts={contracts} />
  }
}
