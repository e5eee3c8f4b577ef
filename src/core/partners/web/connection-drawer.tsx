import { RequestBanner, RequestHistory } from '#core/approvals/web/public.ts'
import { RecordHistory } from '#core/audit/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { findConnection, Health } from '../contract/connections.ts'
import { listExchanges } from '../contract/exchanges.ts'
import { type Exchange, viewExchange } from './exchange-drawer.tsx'
import { CircuitTag, VerdictTag } from './verdict.tsx'
import { words } from './words.ts'

const ENTITY = 'partners.connection'

/** A connection: whether the partner answers, what is set, what was exchanged last. */
export function ConnectionDrawer({ row: { id, partnerName }, onClose }: DialogProps<{ id: string; partnerName: string }>) {
  const labels = useLabels(words)
  const query = useContractQuery(findConnection, { id }, { quiet: true })
  return (
    <RecordDrawer query={query} title={labels.text('connectionTitle', { name: partnerName })} size={980} onClose={onClose}>
      {(connection) => <Connection connection={connection} />}
    </RecordDrawer>
  )
}

function Connection({ connection }: { connection: OutputOf<typeof findConnection> }) {
  const labels = useLabels(words)
  const names = useNames(ENTITY)
  const { id, circuit, operations, health, exchanges, pendingRequestId } = connection
  const common = { entity: ENTITY, schema: findConnection.output, value: connection } as const
  return (
    <>
      {pendingRequestId !== null && <RequestBanner requestId={pendingRequestId} />}
      <section>
        <h3>{labels.text('state')}</h3>
        <FieldList
          {...common}
          fields={[
            'status',
            { field: 'circuit', render: (value) => <CircuitTag value={value.circuit} /> },
            'lastSuccessAt',
            'failures',
            'lastFailureAt',
            'lastFault',
            'openings',
            ...(circuit === 'CLOSED' ? [] : (['openedAt', 'retryAt'] as const)),
          ]}
        />
      </section>
      <section>
        <h3>
          {labels.field('connection', 'health')} <small className="bt-none">{labels.text('healthNote')}</small>
        </h3>
        {health.length === 0 ? (
          <p className="bt-none">{labels.text('none')}</p>
        ) : (
          <FieldTable
            entity={ENTITY}
            schema={Health}
            rows={health}
            rowKey={({ operation }) => operation}
            fields={['operation', 'calls', 'succeeded', 'failed', 'pending', 'unknown', 'medianMs', 'slowMs']}
          />
        )}
      </section>
      <section>
        <h3>{labels.text('exchangesOf')}</h3>
        <ActionHost entity="partners.exchange" schema={listExchanges.row} nameOf={({ reference }: Exchange) => reference}>
          <FieldTable
            entity="partners.exchange"
            schema={listExchanges.row}
            rows={exchanges}
            rowKey={({ id: one }) => one}
            fields={[
              'at',
              'operation',
              'reference',
              { field: 'verdict', render: ({ verdict }) => <VerdictTag value={verdict} otherwise={labels.text('underWay')} /> },
              'fault',
              'code',
              'milliseconds',
            ]}
            actions={(exchange) => <ActionButton action={viewExchange} row={exchange} />}
          />
        </ActionHost>
      </section>
      <section>
        <h3>{labels.text('settings')}</h3>
        <FieldList
          {...common}
          fields={[
            'baseUrl',
            'clientId',
            'keyMark',
            { field: 'operations', render: () => operations.map((one) => names.enumValue('partners.operation', one)).join(', ') },
            'tryTimeoutMs',
            'deadlineMs',
            'tries',
            'maxAnswerKb',
            'failuresToOpen',
            'openSeconds',
            'updatedBy',
            'updatedAt',
          ]}
        />
      </section>
      <RequestHistory subjectType="partner.endpoint" subjectId={id} />
      <RecordHistory subjectType="partner.endpoint" subjectId={id} />
    </>
  )
}
