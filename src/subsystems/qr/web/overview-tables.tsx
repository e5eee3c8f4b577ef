import type { ReactNode } from 'react'
import { PAID_STATUSES, RATED_STATUSES, successRate } from '#core/payments/contract/transaction.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showMoney } from '#kernel/money.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { showPercent } from '#platform/web/kit/detail/figure-card.tsx'
import { showCount } from '#platform/web/kit/sizes.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { type getQrOverview, NEWEST } from '../contract/overview.ts'
import { paymentsOf } from './paths.ts'
import { words } from './words.ts'

type Today = OutputOf<typeof getQrOverview>

interface TableProps {
  title: string
  note?: string
  heads: readonly string[]
  /** Nothing to show. */
  empty: boolean
  children: ReactNode
}

function Table({ title, note, heads, empty, children }: TableProps) {
  const labels = useLabels(words)
  return (
    <Section title={title} extra={note && <span className="qr-overview-soft">{note}</span>}>
      {empty ? (
        <p className="bt-note">{labels.text('overviewNothing')}</p>
      ) : (
        <div className="bt-plain-table-scroll">
          <table className="bt-plain-table bt-plain-table-read">
            <thead>
              <tr>
                {heads.map((head, at) => (
                  <th key={head} scope="col" className={at > 0 ? 'bt-right' : ''}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

/** A cell with a figure; zero leads nowhere. */
function Cell({ value, to }: { value: string; to: string }) {
  return <td className="bt-right bt-num">{value === '0' ? value : <PageLink to={to}>{value}</PageLink>}</td>
}

/** The slowest on top: how long it takes until the bank says what became of a payment. */
export function Banks({ today: { date, byBank } }: { today: Today }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const count = (n: number) => showCount(n, language)
  const seconds = (n: number | null) =>
    n === null ? '—' : n < 120 ? labels.text('overviewSeconds', { n: Math.ceil(n) }) : labels.text('overviewMinutes', { n: count(Math.ceil(n / 60)) })
  const heads = [
    ...[labels.text('overviewBank'), labels.text('overviewWait'), labels.text('overviewCount'), labels.text('overviewRate')],
    ...[labels.text('overviewUnknownToday'), labels.text('overviewAmount')],
  ]
  return (
    <Table title={labels.text('overviewBanks')} note={labels.text('overviewNewest', { n: count(NEWEST) })} heads={heads} empty={byBank.length === 0}>
      {byBank.map(({ id, name, ...bank }) => {
        const to = (status?: readonly string[]) => paymentsOf(date, date, { partnerId: id, ...(status ? { status } : {}) })
        const rate = successRate(bank.succeeded, bank.settled)
        return (
          <tr key={id}>
            <td>
              <PageLink to={to()}>{name}</PageLink>
            </td>
            <td className="bt-right bt-num">{seconds(bank.seconds)}</td>
            <Cell value={count(bank.count)} to={to()} />
            {rate === null ? <td className="bt-right">—</td> : <Cell value={showPercent(rate, language)} to={to(RATED_STATUSES)} />}
            <Cell value={count(bank.unknown)} to={to(['UNKNOWN'])} />
            <Cell value={showMoney(bank.amount, language, 0)} to={to(PAID_STATUSES)} />
          </tr>
        )
      })}
    </Table>
  )
}

interface RankingProps {
  title: string
  head: string
  rows: Today['byProvince']
  day: string
  /** The filter of the list that a row is one value of. */
  by: 'merchantId' | 'unitId'
}

/** Merchants or provinces, the one with most turnover on top. */
export function Ranking({ title, head, rows, day, by }: RankingProps) {
  const labels = useLabels(words)
  const language = useLanguage()
  return (
    <Table title={title} heads={[head, labels.text('overviewCount'), labels.text('overviewAmount')]} empty={rows.length === 0}>
      {rows.map(({ id, name, count, amount }) => (
        <tr key={id}>
          <td>
            <PageLink to={paymentsOf(day, day, { [by]: id })}>{name}</PageLink>
          </td>
          <Cell value={showCount(count, language)} to={paymentsOf(day, day, { [by]: id })} />
          <Cell value={showMoney(amount, language, 0)} to={paymentsOf(day, day, { [by]: id, status: PAID_STATUSES })} />
        </tr>
      ))}
    </Table>
  )
}
