import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { countToDecide } from '#core/approvals/contract/request.ts'
import { transactionMachine } from '#core/payments/contract/transaction.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showDate, showTimestamp } from '#kernel/dates.ts'
import { toneOf } from '#kernel/machine.ts'
import { parseMoney, showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { type Labels, useLabels, useLanguage } from '#platform/web/i18n.ts'
import { Chart } from '#platform/web/kit/chart/chart.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { ListNote } from '#platform/web/kit/list/list-note.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { getDashboard } from '../contract/dashboard.ts'
import { toDecidePath } from './paths.ts'
import './dashboard.css'
import type { vi } from '../labels/vi.ts'
import { words } from './words.ts'

type Today = OutputOf<typeof getDashboard>
const REFRESH_MS = 60_000

/** What happens today, and what waits for the person. */
export default function Dashboard() {
  const labels = useLabels(words)
  const query = useContractQuery(getDashboard, {}, { quiet: true, refetchInterval: REFRESH_MS })
  const { data } = query
  if (query.error && !data) return <ListNote error={query.error} onRetry={() => void query.refetch()} />
  if (!data) return <Skeleton active className="bt-page-skeleton" />
  return (
    <div className="bt-dashboard">
      <header>
        <h2>{labels.text('today', { date: showDate(data.date) })}</h2>
        <span>
          {labels.text('updatedAt')} <span className="bt-num">{showTimestamp(data.at).slice(11)}</span>
        </span>
      </header>
      <Cards today={data} />
      <Section title={labels.text('byDay')}>
        <Days today={data} />
      </Section>
      {data.count === 0 ? (
        <p className="bt-note">{labels.text('noData')}</p>
      ) : (
        <>
          <Section title={labels.text('byHour')}>
            <Hours today={data} />
          </Section>
          <Section title={labels.text('byStatus')}>
            <Statuses today={data} />
          </Section>
        </>
      )}
    </div>
  )
}

function Card({ title, value, note, tone }: { title: string; value: string; note: ReactNode; tone?: string }) {
  return (
    <article className={`bt-card${tone ? ` bt-tone-${tone}` : ''}`}>
      <h3>{title}</h3>
      <p className="bt-num">{value}</p>
      <div>{note}</div>
    </article>
  )
}

function Cards({ today }: { today: Today }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const waiting = useContractQuery(countToDecide, {}, { quiet: true, refetchInterval: REFRESH_MS }).data
  const { unknown, succeeded, settled } = today
  const money = (amount: string) => showMoney(amount, language, 0)
  const count = (n: number) => showCount(n, language)
  const rate = settled === 0 ? '—' : `${(Math.floor((succeeded * 1000) / settled) / 10).toLocaleString(language === 'vi' ? 'vi-VN' : 'en-GB')} %`
  return (
    <div className="bt-cards">
      <Card title={labels.text('count')} value={count(today.count)} note={labels.text('total', { amount: money(today.amount) })} />
      <Card title={labels.text('value')} value={money(today.succeededAmount)} note="VND" />
      <Card title={labels.text('rate')} value={rate} note={labels.text('rateOf', { succeeded: count(succeeded), settled: count(settled) })} />
      <Card
        title={labels.text('unknown')}
        value={count(unknown.count)}
        tone={unknown.count > 0 ? 'unknown' : undefined}
        note={unknown.oldestAt ? labels.text('unknownSince', { at: showTimestamp(unknown.oldestAt).slice(0, 16) }) : labels.text('unknownNone')}
      />
      {waiting && <Waiting waiting={waiting} labels={labels} money={money} count={count} />}
    </div>
  )
}

interface WaitingProps {
  waiting: OutputOf<typeof countToDecide>
  labels: Labels<typeof vi>
  money: (amount: string) => string
  count: (n: number) => string
}

function Waiting({ waiting, labels, money, count }: WaitingProps) {
  const some = waiting.count > 0
  return (
    <Card
      title={labels.text('toDecide')}
      value={count(waiting.count)}
      tone={some ? 'attention' : undefined}
      note={
        <>
          {labels.text(some ? 'toDecideSum' : 'toDecideNone', { amount: money(waiting.money) })}
          <p className="bt-card-link">
            <PageLink to={toDecidePath}>{labels.text('openInbox')}</PageLink>
          </p>
        </>
      }
    />
  )
}

/** Payments of the last days: what succeeded, and how many there were. */
function Days({ today }: { today: Today }) {
  const labels = useLabels(words)
  const { byDay } = today
  return (
    <Chart
      label={labels.text('byDay')}
      categories={byDay.map(({ date }) => showDate(date).slice(0, 5))}
      bars={[{ name: labels.text('value'), kind: 'money', values: byDay.map(({ amount }) => amount) }]}
      line={{ name: labels.text('payments'), kind: 'count', values: byDay.map(({ count }) => count) }}
    />
  )
}

function Hours({ today }: { today: Today }) {
  const labels = useLabels(words)
  const { byHour } = today
  return (
    <Chart
      label={labels.text('byHour')}
      height={200}
      categories={byHour.map(({ hour }) => labels.text('hour', { hour }))}
      bars={[{ name: labels.text('allValue'), kind: 'money', values: byHour.map(({ amount }) => amount) }]}
      line={{ name: labels.text('payments'), kind: 'count', values: byHour.map(({ count }) => count) }}
    />
  )
}

function Statuses({ today }: { today: Today }) {
  const labels = useLabels(words)
  const language = useLanguage()
  return (
    <ul className="bt-statuses">
      {today.byStatus.map(({ status, count, amount }) => (
        <li key={status} className={`bt-tone-${toneOf(transactionMachine.name, status)}`}>
          <StatusTag machine={transactionMachine.name} value={status} />
          <i aria-hidden="true">
            <b style={{ width: `${(count / today.count) * 100}%` }} />
          </i>
          <span className="bt-num">
            {labels.text('statusOf', { count: showCount(count, language), amount: showMoney(amount, language, parseMoney(amount) % 100n === 0n ? 0 : 2) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
