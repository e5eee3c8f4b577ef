import { Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { countToDecide } from '#core/approvals/contract/request.ts'
import { successRate, transactionMachine } from '#core/payments/contract/transaction.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays, showDate, showTimestamp } from '#kernel/dates.ts'
import { toneOf } from '#kernel/machine.ts'
import { parseMoney, showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { type Labels, useLabels, useLanguage } from '#platform/web/i18n.ts'
import { Chart } from '#platform/web/kit/chart/chart.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { Card, Figure, showPercent } from '#platform/web/kit/detail/figure-card.tsx'
import { ListNote } from '#platform/web/kit/list/list-note.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useScreenOf } from '#platform/web/shell/routing/use-screen-of.ts'
import { getDashboard, SETTLED, SUCCEEDED, UNKNOWN_DAYS } from '../contract/dashboard.ts'
import { toDecidePath } from './paths.ts'
import './dashboard.css'
import type { vi } from '../labels/vi.ts'
import { words } from './words.ts'

type Today = OutputOf<typeof getDashboard>
const REFRESH_MS = 60_000

/** Address of the list that holds what a figure counts: payments of these days in these states. */
type ListOf = (from: string, to: string, status?: readonly string[]) => string | undefined

/** A service among those that the figures add up, with its own list. */
type Part = Today['services'][number] & { listOf: ListOf }

/**
 * What the figures are made of. A list holds the payments of one service, so figures of several lead to none: their parts do. Nor do figures that are
 * still (`stale`) those of what was chosen before.
 */
function useParts(services: Today['services'], chosen: string | undefined, stale: boolean): { listOf: ListOf; parts: readonly Part[] } {
  const entryOf = useScreenOf()
  const parts = services
    .filter(({ code }) => chosen === undefined || code === chosen)
    .map((service) => {
      const path = service.permission ? entryOf(service.permission)?.screen.path : undefined
      const listOf: ListOf = (from, to, status = []) =>
        path && `${path}?${new URLSearchParams([...status.map((one) => ['status', one]), ['from', from], ['to', to]])}`
      return { ...service, listOf }
    })
  const [only] = parts
  if (only && parts.length === 1) return { listOf: stale ? () => undefined : only.listOf, parts: [] }
  return { listOf: () => undefined, parts }
}

/** What each service has of a figure; where a service has no list, its part is no link. */
function Parts({ parts, figure, to }: { parts: readonly Part[]; figure: (part: Part) => string | undefined; to: (listOf: ListOf) => string | undefined }) {
  const shown = parts.flatMap((part) => {
    const value = figure(part)
    return value === undefined ? [] : { key: part.code, name: part.name, value, address: to(part.listOf) }
  })
  if (shown.length === 0) return null
  return (
    <ul className="bt-service-parts">
      {shown.map(({ key, name, value, address }) => (
        <li key={key}>
          <Figure to={address}>{name}</Figure> <span className="bt-num">{value}</span>
        </li>
      ))}
    </ul>
  )
}

const ALL = ''

/** What happens today, and what waits for the person. */
export default function Dashboard() {
  const labels = useLabels(words)
  const [service, setService] = useState<string>()
  const query = useContractQuery(getDashboard, service === undefined ? {} : { service }, { quiet: true, keepPrevious: true, refetchInterval: REFRESH_MS })
  const { data } = query
  const { listOf, parts } = useParts(data?.services ?? [], service, query.isPlaceholderData)
  if (query.error && !data) return <ListNote error={query.error} onRetry={() => void query.refetch()} />
  if (!data) return <Skeleton active className="bt-page-skeleton" />
  const { services } = data
  return (
    <div className="bt-dashboard">
      <header>
        <h2>{labels.text('today', { date: showDate(data.date) })}</h2>
        {services.length > 1 && (
          <Segmented
            value={service ?? ALL}
            options={[{ value: ALL, label: labels.text('allServices') }, ...services.map(({ code, name }) => ({ value: code, label: name }))]}
            onChange={(code) => setService(code === ALL ? undefined : code)}
          />
        )}
        <span>
          {labels.text('updatedAt')} <span className="bt-num">{showTimestamp(data.at).slice(11)}</span>
        </span>
      </header>
      <Cards today={data} listOf={listOf} parts={parts} />
      <Section title={labels.text('byDay')}>
        <Days today={data} listOf={listOf} />
      </Section>
      {data.count === 0 ? (
        <p className="bt-note">{labels.text('noData')}</p>
      ) : (
        <>
          <Section title={labels.text('byHour')}>
            <Hours today={data} />
          </Section>
          <Section title={labels.text('byStatus')}>
            <Statuses today={data} listOf={listOf} parts={parts} />
          </Section>
        </>
      )}
    </div>
  )
}

/** How much more or less there is than yesterday at this time of the day. */
function Change({ now, before, shown }: { now: bigint; before: bigint; shown: string }) {
  const labels = useLabels(words)
  const language = useLanguage()
  if (before === 0n) return <p>{labels.text('noneBefore')}</p>
  const change = showPercent(Number(((now - before) * 1000n) / before) / 10, language, 'exceptZero')
  return <p title={labels.text('before', { figure: shown })}>{labels.text('change', { change })}</p>
}

interface FiguresProps {
  today: Today
  listOf: ListOf
  parts: readonly Part[]
}

function Cards({ today, listOf, parts }: FiguresProps) {
  const labels = useLabels(words)
  const language = useLanguage()
  const waiting = useContractQuery(countToDecide, {}, { quiet: true, refetchInterval: REFRESH_MS }).data
  const { date, unknown, succeeded, settled, before } = today
  const money = (amount: string) => showMoney(amount, language, 0)
  const count = (n: number) => showCount(n, language)
  const rated = successRate(succeeded, settled)
  const rate = rated === null ? '—' : showPercent(rated, language)
  const listed = { succeeded: listOf(date, date, SUCCEEDED), settled: listOf(date, date, SETTLED) }
  return (
    <div className="bt-dashboard-cards">
      <Card
        title={labels.text('count')}
        value={count(today.count)}
        to={listOf(date, date)}
        note={
          <>
            {labels.text('total', { amount: money(today.amount) })}
            <Change now={BigInt(today.count)} before={BigInt(before.count)} shown={count(before.count)} />
            <Parts parts={parts} figure={(part) => count(part.count)} to={(of) => of(date, date)} />
          </>
        }
      />
      <Card
        title={labels.text('value')}
        value={money(today.succeededAmount)}
        to={listed.succeeded}
        note={
          <>
            VND
            <Change now={parseMoney(today.succeededAmount)} before={parseMoney(before.succeededAmount)} shown={money(before.succeededAmount)} />
            <Parts parts={parts} figure={(part) => money(part.succeededAmount)} to={(of) => of(date, date, SUCCEEDED)} />
          </>
        }
      />
      <Card
        title={labels.text('rate')}
        value={rate}
        to={listed.settled}
        note={
          <>
            <Figure to={listed.succeeded}>{labels.text('rateSucceeded', { n: count(succeeded) })}</Figure> /{' '}
            <Figure to={listed.settled}>{labels.text('rateSettled', { n: count(settled) })}</Figure>
            <Parts parts={parts} figure={(part) => `${count(part.succeeded)} / ${count(part.settled)}`} to={(of) => of(date, date, SETTLED)} />
          </>
        }
      />
      <Card
        title={labels.text('unknown')}
        value={count(unknown.count)}
        to={listOf(addDays(date, 1 - UNKNOWN_DAYS), date, ['UNKNOWN'])}
        tone={unknown.count > 0 ? 'unknown' : undefined}
        note={
          <>
            {unknown.oldestAt ? labels.text('unknownSince', { at: showTimestamp(unknown.oldestAt).slice(0, 16) }) : labels.text('unknownNone')}
            <Parts
              parts={parts}
              figure={(part) => (unknown.count > 0 ? count(part.unknown) : undefined)}
              to={(of) => of(addDays(date, 1 - UNKNOWN_DAYS), date, ['UNKNOWN'])}
            />
          </>
        }
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
      to={toDecidePath}
      tone={some ? 'attention' : undefined}
      note={labels.text(some ? 'toDecideSum' : 'toDecideNone', { amount: money(waiting.money) })}
    />
  )
}

/** Payments of the last days: what succeeded, and how many there were. */
function Days({ today, listOf }: { today: Today; listOf: ListOf }) {
  const labels = useLabels(words)
  const { byDay } = today
  return (
    <Chart
      label={labels.text('byDay')}
      categories={byDay.map(({ date }) => showDate(date).slice(0, 5))}
      links={byDay.map(({ date }) => listOf(date, date))}
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

function Statuses({ today, listOf, parts }: FiguresProps) {
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
            <Figure to={listOf(today.date, today.date, [status])}>
              {labels.text('statusOf', { count: showCount(count, language), amount: showMoney(amount, language, parseMoney(amount) % 100n === 0n ? 0 : 2) })}
            </Figure>
            <Parts
              parts={parts}
              figure={({ byStatus }) => byStatus.flatMap((of) => (of.status === status ? showCount(of.count, language) : []))[0]}
              to={(of) => of(today.date, today.date, [status])}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
