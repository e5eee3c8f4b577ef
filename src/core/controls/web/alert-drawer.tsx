import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { AlertDetail, AlertHistory, AlertRow, alertsTopic, getAlert } from '../contract/alerts.ts'
import { words } from './words.ts'

const ENTITY = 'controls.alert'

/** An alert with the rows behind it as they are now, and what has happened to it. */
export function AlertDrawer({ row: { id, ruleName }, onClose }: DialogProps<Pick<AlertDetail, 'id' | 'ruleName'>>) {
  const query = useContractQuery(getAlert, { id }, { quiet: true })
  useLiveReads(alertsTopic, getAlert)
  return (
    <RecordDrawer query={query} title={ruleName} size={860} onClose={onClose}>
      {(alert) => <Alert alert={alert} />}
    </RecordDrawer>
  )
}

function Alert({ alert }: { alert: AlertDetail }) {
  const labels = useLabels(words)
  const { acknowledgedBy, healedAt, found, foundCount, history } = alert
  return (
    <>
      <p>{alert.meaning}</p>
      <FieldList
        entity={ENTITY}
        schema={AlertDetail}
        value={alert}
        fields={[
          'status',
          'severity',
          'unitName',
          'openedAt',
          'openings',
          'seen',
          'lastSeenAt',
          ...(acknowledgedBy === null ? [] : (['acknowledgedBy', 'acknowledgedAt', 'note'] as const)),
          ...(healedAt === null ? [] : (['healedAt'] as const)),
        ]}
      />
      <section>
        <h3>{labels.text('found', { n: foundCount })}</h3>
        {foundCount > found.length && <p>{labels.text('foundMore', { shown: found.length, n: foundCount })}</p>}
        {foundCount === 0 && alert.status !== 'HEALED' ? (
          <p>{labels.text('foundNone')}</p>
        ) : (
          <FieldTable
            entity={ENTITY}
            schema={AlertRow}
            rows={found}
            rowKey={({ subject }) => subject}
            fields={[
              { field: 'subject', render: ({ subject, link }) => (link === null ? subject : <PageLink to={link}>{subject}</PageLink>) },
              'label',
              'since',
              'amount',
            ]}
          />
        )}
      </section>
      <section>
        <h3>{labels.text('history')}</h3>
        <FieldTable
          entity={ENTITY}
          schema={AlertHistory}
          rows={history}
          rowKey={({ at, event }) => `${at}${event}`}
          fields={['at', 'event', 'rows', 'amount', 'by', 'note']}
        />
      </section>
    </>
  )
}
