import { Skeleton } from 'antd'
import { transactionsTopic } from '#core/payments/contract/transaction.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showDate, showTimestamp } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Chart } from '#platform/web/kit/chart/chart.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { ListNote } from '#platform/web/kit/list/list-note.tsx'
import { useLiveSeldom } from '#platform/web/live/live-seldom.ts'
import { getQrOverview } from '../contract/overview.ts'
import './overview.css'
import { Cards } from './overview-cards.tsx'
import { Banks, Ranking } from './overview-tables.tsx'
import { paymentsOf } from './paths.ts'
import { words } from './words.ts'

/** Payments come several a second: the figures are asked for so often at most, and at midnight even where nothing comes. */
const REFRESH_MS = 5_000
const QUIET_MS = 60_000

/** Payments by QR of today, as they come. */
export default function Overview() {
  const labels = useLabels(words)
  const query = useContractQuery(getQrOverview, {}, { quiet: true, keepPrevious: true, refetchInterval: QUIET_MS })
  useLiveSeldom(transactionsTopic, REFRESH_MS, () => void query.refetch())
  const { data } = query
  if (query.error && !data) return <ListNote error={query.error} onRetry={() => void query.refetch()} />
  if (!data) return <Skeleton active className="bt-page-skeleton" />
  const { date } = data
  return (
    <div className="qr-overview">
      <header>
        <h2>{labels.text('overviewToday', { date: showDate(date) })}</h2>
        <span>
          {labels.text('overviewAt')} <span className="bt-num">{showTimestamp(data.at).slice(11)}</span>
        </span>
      </header>
      <Cards today={data} />
      <Hours today={data} />
      <Banks today={data} />
      <div className="qr-overview-pair">
        <Ranking title={labels.text('overviewMerchants')} head={labels.text('overviewMerchant')} rows={data.topMerchants} day={date} by="merchantId" />
        <Ranking title={labels.text('overviewProvinces')} head={labels.text('overviewProvince')} rows={data.byProvince} day={date} by="unitId" />
      </div>
    </div>
  )
}

function Hours({ today: { date, before, byHour } }: { today: OutputOf<typeof getQrOverview> }) {
  const labels = useLabels(words)
  const title = labels.text('overviewHours', { date: showDate(before.date) })
  const hours = byHour.map(({ hour }) => String(hour).padStart(2, '0'))
  return (
    <Section title={title}>
      <Chart
        label={title}
        height={220}
        categories={hours.map((hour) => `${hour}:00`)}
        links={hours.map((hour) => paymentsOf(date, date, { hour }))}
        bars={[
          { name: labels.text('overviewThisDay'), kind: 'count', values: byHour.map(({ count }) => count) },
          { name: labels.text('overviewThatDay', { date: showDate(before.date) }), kind: 'count', values: byHour.map((one) => one.before), past: true },
        ]}
      />
    </Section>
  )
}
