import type { findTreasury } from '#core/cash/contract/treasury/transactions.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { formatMoney, showMoney } from '#kernel/money.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { showCount } from '#platform/web/kit/sizes.ts'
import { words } from './words.ts'
import './treasury.css'

type Detail = OutputOf<typeof findTreasury>

/** What was planned, sent and received, denomination by denomination, beside each other; lines that differ stand out. */
export function Counts({ row: { planned, sent, received, status, amount, receivedAmount } }: { row: Detail }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const columns = [
    { key: 'planned' as const, lines: planned, total: planned.length > 0 ? amount : null },
    { key: 'sent' as const, lines: sent?.pieces ?? [], total: sent?.total ?? null },
    { key: 'received' as const, lines: received?.pieces ?? [], total: received?.total ?? receivedAmount },
  ]
  const denominations = [...new Set(columns.flatMap(({ lines }) => lines.map(({ denomination }) => denomination)))].sort((a, b) => b - a)
  const money = (text: string | null) => (text === null ? '—' : showMoney(text, language, 0))
  const piecesIn = (lines: Detail['planned'], denomination: number) => lines.find((line) => line.denomination === denomination)?.pieces ?? 0
  const compared = sent !== null && received !== null
  return (
    <>
      {denominations.length > 0 && (
        <table className="cash-pieces cash-counts">
          <thead>
            <tr>
              <th scope="col">{labels.field('pieces', 'denomination')}</th>
              {columns.map(({ key }) => (
                <th key={key} scope="col">
                  {labels.field('pieces', key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {denominations.map((denomination) => (
              <tr
                key={denomination}
                className={compared && piecesIn(sent.pieces, denomination) !== piecesIn(received.pieces, denomination) ? 'cash-differs' : undefined}
              >
                <th scope="row" className="bt-num">
                  {money(formatMoney(BigInt(denomination) * 100n))}
                </th>
                {columns.map(({ key, lines, total }) => (
                  <td key={key} className="bt-num">
                    {total === null && lines.length === 0 ? '' : showCount(piecesIn(lines, denomination), language)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{labels.text('piecesTotal')}</th>
              {columns.map(({ key, total }) => (
                <td key={key} className="bt-num">
                  {money(total)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      )}
      {(['sent', 'received'] as const).map((end) => {
        const count = end === 'sent' ? sent : received
        const hidden = end === 'sent' && status === 'DISPATCHED' && sent === null
        const by = count && labels.text('countedBy', { name: count.by, at: showTimestamp(count.at) })
        return (
          <p key={end}>
            <strong>{labels.field('pieces', end)}:</strong> {by ?? labels.text(hidden ? 'countHidden' : 'noCount')}
            {count?.note ? ` – ${count.note}` : ''}
          </p>
        )
      })}
    </>
  )
}
