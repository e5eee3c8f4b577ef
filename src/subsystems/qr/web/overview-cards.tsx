import { PAID_STATUSES, RATED_STATUSES, RETURNED_STATUSES, successRate } from '#core/payments/contract/transaction.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { addDays, showDate, showTimestamp } from '#kernel/dates.ts'
import { parseMoney, showMoney } from '#kernel/money.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { Card, Figure, showPercent } from '#platform/web/kit/detail/figure-card.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { type getQrOverview, OPEN_DAYS } from '../contract/overview.ts'
import { qrReturnReport } from '../contract/reports.ts'
import { type Narrowed, paymentsOf, refundsOf } from './paths.ts'
import { words } from './words.ts'

type Today = OutputOf<typeof getQrOverview>

/** The figures of the day. */
export function Cards({ today }: { today: Today }) {
  return (
    <div className="qr-overview-cards">
      <Done today={today} />
      <Open today={today} />
      <Returned today={today} />
    </div>
  )
}

/** Payments, turnover and success rate. */
function Done({ today }: { today: Today }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const { date, before } = today
  const count = (n: number) => showCount(n, language)
  const change = (now: bigint, then: bigint) =>
    then === 0n
      ? labels.text('overviewNoneBefore', { date: showDate(before.date) })
      : labels.text('overviewChange', {
          change: showPercent(Number(((now - then) * 1000n) / then) / 10, language, 'exceptZero'),
          date: showDate(before.date).slice(0, 5),
        })
  const rate = successRate(today.succeeded, today.settled)
  return (
    <>
      <Card
        title={labels.text('overviewCount')}
        value={count(today.count)}
        to={paymentsOf(date, date)}
        note={change(BigInt(today.count), BigInt(before.count))}
      />
      <Card
        title={labels.text('overviewAmount')}
        value={showMoney(today.amount, language, 0)}
        to={paymentsOf(date, date, { status: PAID_STATUSES })}
        note={change(parseMoney(today.amount), parseMoney(before.amount))}
      />
      <Card
        title={labels.text('overviewRate')}
        value={rate === null ? '—' : showPercent(rate, language)}
        to={paymentsOf(date, date, { status: RATED_STATUSES })}
        note={labels.text('overviewOf', { n: count(today.succeeded), all: count(today.settled) })}
      />
    </>
  )
}

/** What nobody knows yet, and what waits to be given back: not only today's. */
function Open({ today: { date, unknown, waiting } }: { today: Today }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const lately = (more: Narrowed) => paymentsOf(addDays(date, 1 - OPEN_DAYS), date, more)
  const waits = (title: 'overviewRefundsWait' | 'overviewCancelsWait', status: string, n: number) => (
    <Card
      title={labels.text(title)}
      value={showCount(n, language)}
      to={lately({ status: [status] })}
      tone={n > 0 ? 'attention' : undefined}
      note={labels.text('overviewLately', { days: OPEN_DAYS })}
    />
  )
  return (
    <>
      <Card
        title={labels.text('overviewUnknown', { days: OPEN_DAYS })}
        value={showCount(unknown.count, language)}
        to={lately({ status: ['UNKNOWN'] })}
        tone={unknown.count > 0 ? 'unknown' : undefined}
        note={
          unknown.oldestAt ? (
            <Figure to={lately({ status: ['UNKNOWN'], sort: 'occurredAt' })}>
              {labels.text('overviewSince', { at: showTimestamp(unknown.oldestAt).slice(0, 16) })}
            </Figure>
          ) : (
            labels.text('overviewAllKnown')
          )
        }
      />
      {waits('overviewRefundsWait', 'REFUND_PENDING', waiting.refunds)}
      {waits('overviewCancelsWait', 'CANCEL_PENDING', waiting.cancellations)}
    </>
  )
}

/** Refunds of today, whenever they were paid, and which of today's payments were cancelled. */
function Returned({ today: { date, refunded, cancelled } }: { today: Today }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const reports = usePermission(qrReturnReport.permission)
  const dong = (amount: string) => labels.text('overviewDong', { amount: showMoney(amount, language, 0) })
  return (
    <>
      <Card
        title={labels.text('overviewRefunded')}
        value={showCount(refunded.count, language)}
        to={reports ? refundsOf(date) : undefined}
        note={dong(refunded.amount)}
      />
      <Card
        title={labels.text('overviewCancelled')}
        value={showCount(cancelled.count, language)}
        to={paymentsOf(date, date, { status: RETURNED_STATUSES.CANCELLED })}
        note={dong(cancelled.amount)}
      />
    </>
  )
}
