import { Drawer } from 'antd'
import { showDate, showTimestamp } from '#kernel/dates.ts'
import { showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { Section, Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { CashMovement, cashMovements, KindSum } from '../../contract/position/position.ts'
import type { Lists } from './paths.ts'
import type { Shown } from './shown.ts'
import { words } from './words.ts'

type Props = NonNullable<Shown['movements']> & { lists: Lists; onClose: () => void }

/** What came in or went out on a day: by kind, and journal by journal. */
export default function Movements({ unitId, unitName, date, direction, lists, onClose }: Props) {
  const labels = useLabels(words)
  const language = useLanguage()
  const query = useContractQuery(cashMovements, { date, direction, ...(unitId ? { unitId } : {}) }, { quiet: true })
  const { data } = query
  const title = labels.text(direction === 'IN' ? 'movementsIn' : 'movementsOut', { date: showDate(date) })
  return (
    <Drawer open title={unitName ? `${title} · ${unitName}` : title} size={960} onClose={onClose}>
      {!data ? (
        <Waiting query={query} />
      ) : data.rows.length === 0 ? (
        <p className="bt-none">{labels.text('movementsNone')}</p>
      ) : (
        <>
          <p>
            {labels.text('movementsSum')}: <strong className="bt-num">{showMoney(data.total, language, 0)}</strong> ·{' '}
            {labels.text('asOf', { at: showTimestamp(data.asOf) })}. {labels.text('notTill')}
          </p>
          <FieldTable
            entity="cash.position.movement"
            schema={KindSum}
            rows={data.kinds}
            rowKey={({ kindName }) => kindName}
            fields={['kindName', 'count', { field: 'amount', render: ({ amount }) => <Amount amount={amount} /> }]}
          />
          <Section title={labels.text('movementsFirst', { n: data.rows.length })}>
            <FieldTable
              entity="cash.position.movement"
              schema={CashMovement}
              rows={data.rows}
              rowKey={({ journalId, holdingId }) => `${journalId}-${holdingId}`}
              fields={[
                { field: 'journalId', render: ({ journalId, path }) => (path ? <PageLink to={path}>{journalId}</PageLink> : journalId) },
                'recordedAt',
                'kindName',
                'description',
                { field: 'holdingName', render: ({ holdingId, holdingName }) => <PageLink to={lists.holding(holdingId)}>{holdingName}</PageLink> },
                'unitName',
                { field: 'amount', render: ({ amount }) => <Amount amount={amount} /> },
              ]}
            />
          </Section>
        </>
      )}
    </Drawer>
  )
}

function Amount({ amount }: { amount: string }) {
  const language = useLanguage()
  return <span className="bt-num">{showMoney(amount, language, 0)}</span>
}
