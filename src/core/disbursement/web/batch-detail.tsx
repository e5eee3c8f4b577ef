import { Alert } from 'antd'
import { requestsTopic } from '#core/approvals/contract/request.ts'
import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import { findBatch, listBatches } from '#core/disbursement/contract/batches.ts'
import { batchMachine, disbursementsTopic, itemMachine } from '#core/disbursement/contract/machine.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DetailLayout, Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { Neighbours } from '#platform/web/kit/detail/neighbours.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLiveRead } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { batchActions } from './batch-actions.tsx'
import { batchAddress, type DisbursementPaths, transfersAddress } from './paths.ts'
import { words } from './words.ts'

type Detail = OutputOf<typeof findBatch>
const ENTITY = 'disbursement.batch'

function BatchDetail({ id, paths }: { id: string; paths: DisbursementPaths }) {
  const query = useContractQuery(findBatch, { id }, { quiet: true, enabled: id !== '' })
  useLiveRead(disbursementsTopic, query)
  useLiveRead(requestsTopic, query)
  return (
    <DetailLayout
      query={query}
      offers={{ actions: batchActions, schema: findBatch.output, entity: ENTITY }}
      head={(batch) => ({
        code: batch.code,
        status: { machine: batchMachine.name, value: batch.status },
        title: batch.sourceCode,
        amount: { value: batch.total, currency: 'VND' },
        banner: batch.pendingRequestId && <RequestBanner requestId={batch.pendingRequestId} />,
        actions: <Neighbours list={listBatches} id={id} path={(other) => batchAddress(paths, other)} />,
      })}
      aside={() => <RecordHistory subjectType={ENTITY} subjectId={id} />}
    >
      {(batch) => <Facts batch={batch} paths={paths} />}
    </DetailLayout>
  )
}

function Facts({ batch, paths }: { batch: Detail; paths: DisbursementPaths }) {
  const labels = useLabels(words)
  const held = (fields: readonly Extract<keyof Detail, string>[]) => fields.filter((field) => batch[field] !== null && batch[field] !== '')
  return (
    <>
      {(batch.status === 'PREPARING' || batch.status === 'READY') && <Alert type="info" showIcon title={labels.text('waitingNote')} />}
      <Section title={labels.text('groupBatch')}>
        <FieldList
          entity={ENTITY}
          schema={findBatch.output}
          value={batch}
          fields={[
            'sourceKind',
            {
              field: 'sourceCode',
              render: ({ sourceCode, sourcePath }: Detail) => (sourcePath === null ? sourceCode : <PageLink to={sourcePath}>{sourceCode}</PageLink>),
            },
            'partnerName',
            'unitName',
            'itemCount',
            'total',
            'paid',
            'createdBy',
            'createdAt',
            ...held(['submittedBy', 'submittedAt', 'approvedBy', 'approvedAt', 'endedAt', 'endedBecause', 'note', 'stepNote', 'hash']),
          ]}
        />
      </Section>
      {batch.states.length > 0 && (
        <Section title={labels.text('groupStates')} extra={<PageLink to={transfersAddress(paths, batch.id)}>{labels.text('showItems')}</PageLink>}>
          <FieldTable
            schema={findBatch.output.shape.states.element}
            rows={batch.states}
            rowKey={({ status }) => status}
            entity={ENTITY}
            fields={[
              {
                field: 'status',
                render: ({ status }) => (
                  <PageLink to={transfersAddress(paths, batch.id, status)}>
                    <StatusTag machine={itemMachine.name} value={status} />
                  </PageLink>
                ),
              },
              'items',
              'amount',
            ]}
          />
        </Section>
      )}
      {batch.leftOutItems.length > 0 && (
        <Section
          title={labels.text('groupLeftOut')}
          extra={batch.leftOut > batch.leftOutItems.length ? labels.text('firstRows', { n: batch.leftOutItems.length }) : undefined}
        >
          <FieldTable
            schema={findBatch.output.shape.leftOutItems.element}
            rows={batch.leftOutItems}
            rowKey={({ itemCode }) => itemCode}
            entity={ENTITY}
            fields={['itemCode', 'name', 'amount', 'reason', 'answer', 'bankBin', 'accountNumber']}
          />
        </Section>
      )}
      <RequestHistory subjectType={ENTITY} subjectId={batch.id} />
    </>
  )
}

function Screen({ paths }: { paths: DisbursementPaths }) {
  const id = useAsked().get('id') ?? ''
  return <BatchDetail key={id} id={id} paths={paths} />
}

export default (paths: DisbursementPaths) => () => <Screen paths={paths} />
