import { parseMoney, showMoney } from '#kernel/money.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { Chart } from '#platform/web/kit/chart/chart.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { Place } from '../../contract/position/position.ts'
import type { Lists } from './paths.ts'
import type { Position, Shown } from './shown.ts'
import { words } from './words.ts'

/** Bars that can still be read. */
const BARS = 16

interface Props {
  position: Position
  lists: Lists
  show: (shown: Shown) => void
}

/** Cash by province, and within one by unit, the most first. */
export function Places({ position, lists, show }: Props) {
  const labels = useLabels(words)
  const { provinces, total, date } = position
  const places = position.places.toSorted((one, other) => Number(parseMoney(other.amount) - parseMoney(one.amount)))
  const most = places.slice(0, BARS)
  const into = ({ unitId }: Place) => (provinces ? lists.position(unitId) : lists.holdings({ unitId }))
  return (
    <Section title={labels.text(provinces ? 'byProvince' : 'byPlace')}>
      {most.length > 1 && (
        <Chart
          label={labels.text(provinces ? 'byProvince' : 'byPlace')}
          height={180}
          categories={most.map(({ unitName }) => unitName)}
          links={most.map(into)}
          bars={[{ name: labels.field('place', 'amount'), kind: 'money', values: most.map(({ amount }) => amount) }]}
        />
      )}
      <FieldTable
        entity="cash.position.place"
        schema={Place}
        rows={places}
        rowKey={({ unitId }) => unitId}
        fields={[
          { field: 'unitName', label: provinces ? 'province' : 'unitName', render: (place) => <PageLink to={into(place)}>{place.unitName}</PageLink> },
          { field: 'amount', render: ({ unitId, amount }) => <Sum to={lists.holdings({ unitId })} amount={amount} /> },
          { field: 'unitLevel', label: 'share', render: ({ amount }) => <Share amount={amount} total={total} /> },
          { field: 'moneyIn', render: (place) => <Moved place={place} date={date} direction="IN" show={show} /> },
          { field: 'usualIn', render: ({ usualIn }) => <Plain amount={usualIn} /> },
          { field: 'moneyOut', render: (place) => <Moved place={place} date={date} direction="OUT" show={show} /> },
          { field: 'usualOut', render: ({ usualOut }) => <Plain amount={usualOut} /> },
          { field: 'over', render: ({ unitId, over }) => <Counted n={over} tone="failure" to={lists.holdings({ unitId, fill: 'OVER' })} /> },
          { field: 'under', render: ({ unitId, under }) => <Counted n={under} tone="failure" to={lists.holdings({ unitId, fill: 'UNDER' })} /> },
          { field: 'closed', render: ({ unitId, closed, units }) => <PageLink to={lists.days(date, unitId)}>{`${closed}/${units}`}</PageLink> },
          { field: 'late', render: ({ unitId, late }) => <Counted n={late} tone="attention" to={lists.days(date, unitId)} /> },
        ]}
      />
    </Section>
  )
}

function Plain({ amount }: { amount: string | null }) {
  const language = useLanguage()
  return <span className="bt-num">{amount === null ? '—' : showMoney(amount, language, 0)}</span>
}

function Sum({ to, amount }: { to: string; amount: string }) {
  const language = useLanguage()
  return (
    <PageLink to={to} className="bt-num">
      {showMoney(amount, language, 0)}
    </PageLink>
  )
}

function Share({ amount, total }: { amount: string; total: string }) {
  const all = parseMoney(total)
  const percent = all === 0n ? 0 : Number((parseMoney(amount) * 1000n) / all) / 10
  return (
    <i className="cash-position-share" title={`${percent}%`}>
      <b style={{ width: `${percent}%` }} />
    </i>
  )
}

function Moved({ place, date, direction, show }: { place: Place; date: string; direction: 'IN' | 'OUT'; show: Props['show'] }) {
  const language = useLanguage()
  const amount = direction === 'IN' ? place.moneyIn : place.moneyOut
  if (parseMoney(amount) === 0n) return <Plain amount={amount} />
  const { unitId, unitName } = place
  return (
    <button type="button" className="bt-link bt-num" onClick={() => show({ movements: { unitId, unitName, date, direction } })}>
      {showMoney(amount, language, 0)}
    </button>
  )
}

/** A number that leads to what it counts; nothing to see is no link. */
function Counted({ n, tone, to }: { n: number; tone: 'failure' | 'attention'; to: string }) {
  if (n === 0) return <span className="bt-none">0</span>
  return (
    <PageLink to={to} className={`bt-num cash-position-warn bt-tone-${tone}`}>
      {String(n)}
    </PageLink>
  )
}
