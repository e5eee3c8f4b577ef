import type { BreakRow } from '#core/reconciliation/contract/breaks.ts'
import type { Side } from '#core/reconciliation/contract/machines.ts'
import { showDate } from '#kernel/dates.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'
import { words } from './words.ts'

const STATUS = 'reconciliation.breaks.lineStatus'
type Row = Pick<BreakRow, 'kind' | 'oursValue' | 'theirsValue' | 'oursLines' | 'theirsLines'>

/** What one side says of the field that differs: an amount, a day, a state in words, or a text as it is. */
export function SideValue({ row, side }: { row: Row; side: Side }) {
  const names = useNames(STATUS)
  const labels = useLabels(words)
  const [value, lines] = side === 'OURS' ? [row.oursValue, row.oursLines] : [row.theirsValue, row.theirsLines]
  // A line of a statement has no state of its own: that it is there says that money has moved.
  if (value === '' && row.kind === 'STATUS') return labels.text(lines > 0 ? 'moneyMoved' : 'noLine')
  if (value === '') return <span className="bt-none">—</span>
  if (/^-?\d+\.\d{2}$/.test(value)) return <MoneyText value={value} />
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return <span className="bt-num">{showDate(value)}</span>
  return names.enumValue(STATUS, value)
}
