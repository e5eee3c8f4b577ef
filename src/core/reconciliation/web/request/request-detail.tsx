import { requestsTopic as approvalsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { requestMachine, requestsTopic } from '#core/reconciliation/contract/machines.ts'
import type { RequestContracts } from '#core/reconciliation/contract/requests.ts'
import { TraceLink } from '#core/trace/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { call } from '#platform/web/api/call.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, wantLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { FileList } from '#platform/web/kit/detail/file-list.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { requestAddress } from '../addresses.ts'
import { LookUp } from '../look-up.tsx'
import '../reconciliation.css'
import { words } from '../words.ts'
import { requestActions } from './request-actions.ts'

type Detail = OutputOf<RequestContracts['detail']>
type Line = Detail['lines'][number]
const ENTITY = 'reconciliation.requests.request'
const SUBJECT = 'reconciliation.request'
/** States of transactions are called by their own module. */
const TRANSACTION = 'payments.transactionStatus'
wantLabels([TRANSACTION])

const TONES: Record<Line['status'], 'neutral' | 'success' | 'failure'> = { WAITING: 'neutral', DONE: 'success', FAILED: 'failure' }

function RequestDetail({ id, contracts }: { id: string; contracts: RequestContracts }) {
  const query = useContractQuery(contracts.detail, { id }, { quiet: true })
  useLiveRead(requestsTopic, query)
  useLiveRead(approvalsTopic, query)
  const actions = requestActions(contracts)
  return (
    <DetailLayout
      query={query}
      offers={{ actions, schema: contracts.detail.output, entity: ENTITY }}
      head={(request) => ({
        code: request.code,
        status: { machine: requestMachine.name, value: request.status },
        title: request.partnerName ?? undefined,
        amount: { value: request.total, currency: 'VND' },
        banner: request.pendingRequestId !== null && <RequestBanner requestId={request.pendingRequestId} />,
        actions: <Neighbours list={contracts.list} id={id} path={(other) => requestAddress(contracts, other)} />,
      })}
      aside={() => (
        <>
          <RequestHistory subjectType={SUBJECT} subjectId={id} />
          <RecordHistory subjectType={SUBJECT} subjectId={id} />
        </>
      )}
    >
      {(request) => <Facts request={request} contracts={contracts} />}
    </DetailLayout>
  )
}

function Facts({ request, contracts }: { request: Detail; contracts: RequestContracts }) {
  const labels = useLabels(words)
  const given = (fields: readonly Extract<keyof Detail, string>[]) => fields.filter((field) => request[field] !== null && request[field] !== '')
  return (
    <>
      <Section title={labels.text('requestFacts')}>
        <FieldList
          entity={ENTITY}
          schema={contracts.detail.output}
          value={request}
          fields={['kind', 'reason', ...given(['sessionCode']), 'items', 'done', 'failed', 'createdBy', 'createdAt']}
        />
      </Section>
      <Section title={labels.text('requestItems')}>
        <FieldTable
          schema={contracts.detail.output.shape.lines.element}
          rows={request.lines}
          rowKey={({ number }) => number}
          entity={ENTITY}
          fields={[
            'number',
            { field: 'transactionCode', render: ({ transactionCode }) => <Transaction code={transactionCode} /> },
            'businessDate',
            'partnerName',
            'amount',
            { field: 'statusBefore', render: ({ statusBefore }) => <StatusTag machine={TRANSACTION} value={statusBefore} /> },
            { field: 'statusAfter', render: ({ statusAfter }) => (statusAfter === null ? null : <StatusTag machine={TRANSACTION} value={statusAfter} />) },
            'wantedAmount',
            {
              field: 'status',
              label: 'itemStatus',
              render: ({ status }) => <StatusTag machine="reconciliation.requests.itemStatus" value={status} tone={TONES[status]} />,
            },
            'fault',
          ]}
        />
      </Section>
      {request.files.length > 0 && (
        <Section title={labels.text('requestFiles')}>
          <FileList files={request.files} />
        </Section>
      )}
    </>
  )
}

const Transaction = ({ code }: { code: string }) => (
  <span className="bt-copyable rec-code">
    <span className="bt-num">{code}</span> <TraceLink code={code} />
  </span>
)

export default (contracts: RequestContracts) => () => {
  const labels = useLabels(words)
  const id = useAsked().get('id') ?? ''
  if (/^\d+$/.test(id)) return <RequestDetail key={id} id={id} contracts={contracts} />
  return (
    <LookUp
      title={labels.text('lookUpRequest')}
      label={labels.text('requestCode')}
      find={async (code) => requestAddress(contracts, (await call(contracts.detail, { code })).id)}
    />
  )
}
