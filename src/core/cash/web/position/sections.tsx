import { Button } from 'antd'
import { showDate } from '#kernel/dates.ts'
import { showMoney } from '#kernel/money.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { Bag, cashPosition, Outside } from '../../contract/position/position.ts'
import { suggestReplenishment } from '../../contract/treasury/suggestion.ts'
import { addressOf, type TreasuryPaths } from '../treasury/paths.ts'
import type { Lists } from './paths.ts'
import type { Position, Shown } from './shown.ts'
import { words } from './words.ts'

interface Props {
  position: Position
  lists: Lists
}

/** Holdings over their ceiling, near it or under their floor, with what would put them right. */
export function OutsideLimits({ position, lists, show }: Props & { show: (shown: Shown) => void }) {
  const labels = useLabels(words)
  const maySuggest = usePermission(suggestReplenishment.permission)
  const { outside, over, near, under } = position
  const all = over + near + under
  const suggest = ({ fill, unitId }: Outside) => {
    const title = labels.text(fill === 'UNDER' ? 'suggestReplenish' : 'suggest')
    return <Button onClick={() => show({ suggestion: { unitId, title } })}>{title}</Button>
  }
  return (
    <Section title={labels.text('outside')}>
      {all === 0 ? (
        <p className="bt-none">{labels.text('outsideNone')}</p>
      ) : (
        <FieldTable
          entity="cash.position.outside"
          schema={Outside}
          rows={outside}
          rowKey={({ id }) => id}
          fields={[
            { field: 'name', render: ({ id, name }) => <PageLink to={lists.holding(id)}>{name}</PageLink> },
            'unitName',
            'fill',
            { field: 'balance', render: ({ balance }) => <Amount amount={balance} /> },
            { field: 'ceiling', render: ({ ceiling }) => <Amount amount={ceiling} /> },
            { field: 'floor', render: ({ floor }) => <Amount amount={floor} /> },
          ]}
          actions={(row) => maySuggest && row.kind === 'VAULT' && row.fill !== 'NEAR' && suggest(row)}
        />
      )}
      {all > outside.length && <PageLink to={lists.holdings({ fill: ['OVER', 'UNDER', 'NEAR'] })}>{labels.text('outsideMore', { n: all })}</PageLink>}
    </Section>
  )
}

/** Who holds the bags that are on their way, the longest first. */
export function Transit({ position: { transit }, lists, paths }: Props & { paths: TreasuryPaths }) {
  const labels = useLabels(words)
  const { bags, count } = transit
  return (
    <Section title={labels.text('transit')}>
      {count === 0 ? (
        <p className="bt-none">{labels.text('transitNone')}</p>
      ) : (
        <FieldTable
          entity="cash.position.bag"
          schema={Bag}
          rows={bags}
          rowKey={({ id }) => id}
          fields={[
            { field: 'code', render: ({ id, code }) => <PageLink to={addressOf(paths, id)}>{code}</PageLink> },
            'courierName',
            'sealNumber',
            'toName',
            { field: 'amount', render: ({ amount }) => <Amount amount={amount} /> },
            {
              field: 'hours',
              render: ({ hours, overdue }) => <span className={overdue ? 'bt-num cash-position-warn bt-tone-failure' : 'bt-num'}>{hours}</span>,
            },
            {
              field: 'overdue',
              render: ({ overdue }) => overdue && <strong className="cash-position-warn bt-tone-failure">{labels.field('bag', 'overdue')}</strong>,
            },
          ]}
        />
      )}
      {count > bags.length && <PageLink to={lists.transit()}>{labels.text('transitMore', { n: count })}</PageLink>}
    </Section>
  )
}

const Line = cashPosition.output.shape.forecast.shape.lines.element

/** What tomorrow should bring, source by source. */
export function Forecast({ position: { forecast } }: { position: Position }) {
  const labels = useLabels(words)
  return (
    <div id="cash-forecast">
      <Section title={labels.text('forecastTitle', { date: showDate(forecast.date) })}>
        <FieldTable
          entity="cash.position.forecast"
          schema={Line}
          rows={forecast.lines}
          rowKey={({ name }) => name}
          fields={[
            { field: 'title', render: ({ title, path }) => (path ? <PageLink to={path}>{title}</PageLink> : title) },
            { field: 'moneyIn', render: ({ moneyIn }) => <Amount amount={moneyIn} /> },
            { field: 'moneyOut', render: ({ moneyOut }) => <Amount amount={moneyOut} /> },
            'basis',
          ]}
        />
        <p>{labels.text('expectedHow')}</p>
      </Section>
    </div>
  )
}

function Amount({ amount }: { amount: string | null }) {
  const language = useLanguage()
  return <span className="bt-num">{amount === null ? '—' : showMoney(amount, language, 0)}</span>
}
