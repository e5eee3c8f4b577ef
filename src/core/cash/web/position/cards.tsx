import type { ReactNode } from 'react'
import { showDate } from '#kernel/dates.ts'
import { LOCALES } from '#kernel/language.ts'
import { formatMoney, parseMoney, showMoney } from '#kernel/money.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import type { Lists } from './paths.ts'
import type { Position, Shown } from './shown.ts'
import { words } from './words.ts'

interface CardProps {
  title: string
  children: ReactNode
  note: ReactNode
  tone?: 'failure' | 'attention' | undefined
}

function Card({ title, children, note, tone }: CardProps) {
  return (
    <article className={tone && `bt-tone-${tone}`}>
      <h3>{title}</h3>
      <p className="bt-num">{children}</p>
      <div>{note}</div>
    </article>
  )
}

interface Props {
  position: Position
  lists: Lists
  show: (shown: Shown) => void
}

/** The figures that a day begins with. */
export function Cards({ position, lists, show }: Props) {
  return (
    <div className="cash-position-cards">
      <Total position={position} lists={lists} />
      <Flow position={position} direction="IN" show={show} />
      <Flow position={position} direction="OUT" show={show} />
      <Limits position={position} lists={lists} />
      <OnTheWay position={position} lists={lists} />
      <DayClose position={position} lists={lists} />
      <Tomorrow position={position} />
    </div>
  )
}

function Total({ position, lists }: Omit<Props, 'show'>) {
  const labels = useLabels(words)
  const language = useLanguage()
  const { total, holdings } = position
  const parts = [
    ['vaults', 'VAULT', position.vaults],
    ['tills', 'TILL', position.tills],
    ['couriers', 'COURIER', position.couriers],
  ] as const
  return (
    <Card
      title={labels.text('total')}
      note={
        <>
          <PageLink to={lists.holdings()}>{labels.text('holdingsOf', { n: holdings })}</PageLink>
          <div className="cash-position-parts">
            {parts.map(([name, kind, amount]) => (
              <div key={name}>
                <PageLink to={lists.holdings({ kind })}>{labels.text(name)}</PageLink>
                <span className="bt-num">{showMoney(amount, language, 0)}</span>
              </div>
            ))}
          </div>
        </>
      }
    >
      <PageLink to={lists.holdings()}>{showMoney(total, language, 0)}</PageLink>
    </Card>
  )
}

function Flow({ position: { today, date, unit }, direction, show }: { position: Position; direction: 'IN' | 'OUT'; show: Props['show'] }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const [amount, usual] = direction === 'IN' ? [today.moneyIn, today.usualIn] : [today.moneyOut, today.usualOut]
  const open = () => show({ movements: { date, direction, ...(unit ? { unitId: unit.id, unitName: unit.name } : {}) } })
  return (
    <Card title={labels.text(direction === 'IN' ? 'moneyIn' : 'moneyOut')} note={<Usual amount={amount} usual={usual} days={today.days} />}>
      <button type="button" onClick={open}>
        {showMoney(amount, language, 0)}
      </button>
    </Card>
  )
}

/** How a figure of today compares with the median of its weekday. */
function Usual({ amount, usual, days }: { amount: string; usual: string | null; days: number }) {
  const labels = useLabels(words)
  const language = useLanguage()
  if (usual === null) return <span>{labels.text('usualNone')}</span>
  const [now, before] = [parseMoney(amount), parseMoney(usual)]
  const change = before === 0n ? null : Number(((now - before) * 1000n) / before) / 10
  return (
    <>
      <span>{labels.text('usual', { days, amount: showMoney(usual, language, 0) })}</span>
      {change !== null && (
        <span>
          {labels.text('change', { change: `${change.toLocaleString(LOCALES[language], { maximumFractionDigits: 1, signDisplay: 'exceptZero' })}%` })}
        </span>
      )}
    </>
  )
}

function Limits({ position: { over, near, under, excess }, lists }: Omit<Props, 'show'>) {
  const labels = useLabels(words)
  const language = useLanguage()
  return (
    <Card
      title={labels.text('limits')}
      tone={over > 0 ? 'failure' : undefined}
      note={
        <>
          <span>{over > 0 ? labels.text('excess', { amount: showMoney(excess, language, 0) }) : labels.text('noneOver')}</span>
          <PageLink className={near > 0 ? 'bt-tone-attention cash-position-warn' : undefined} to={lists.holdings({ fill: 'NEAR' })}>
            {labels.text('nearCeiling', { n: near })}
          </PageLink>
          <PageLink className={under > 0 ? 'bt-tone-failure cash-position-warn' : undefined} to={lists.holdings({ fill: 'UNDER' })}>
            {labels.text('underFloor', { n: under })}
          </PageLink>
        </>
      }
    >
      <PageLink to={lists.holdings({ fill: 'OVER' })}>{String(over)}</PageLink>
    </Card>
  )
}

function OnTheWay({ position: { transit, unit }, lists }: Omit<Props, 'show'>) {
  const labels = useLabels(words)
  const { count, overdue } = transit
  return (
    <Card
      title={labels.text(unit ? 'inTransitFrom' : 'inTransit')}
      tone={overdue > 0 ? 'attention' : undefined}
      note={overdue > 0 ? <PageLink to={lists.transit(true)}>{labels.text('overdueBags', { n: overdue })}</PageLink> : labels.text('noneOverdue')}
    >
      <PageLink to={lists.transit()}>{String(count)}</PageLink>
    </Card>
  )
}

function DayClose({ position: { closed, units, late, date }, lists }: Omit<Props, 'show'>) {
  const labels = useLabels(words)
  return (
    <Card
      title={labels.text('dayClose')}
      tone={late > 0 ? 'attention' : undefined}
      note={late > 0 ? <PageLink to={lists.days(date)}>{labels.text('lateUnits', { n: late })}</PageLink> : labels.text('noneLate')}
    >
      <PageLink to={lists.days(date)}>{labels.text('closedOf', { closed, all: units })}</PageLink>
    </Card>
  )
}

function Tomorrow({ position: { forecast, total } }: { position: Position }) {
  const labels = useLabels(words)
  const language = useLanguage()
  return (
    <Card
      title={labels.text('tomorrow', { date: showDate(forecast.date) })}
      note={labels.text('expectedChange', { change: showMoney(formatMoney(parseMoney(forecast.expected) - parseMoney(total)), language, 0) })}
    >
      <a href="#cash-forecast">{showMoney(forecast.expected, language, 0)}</a>
    </Card>
  )
}
