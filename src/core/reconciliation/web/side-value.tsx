import { showDate } from '#kernel/dates.ts'
import { useNames } from '#platform/web/i18n.ts'
import { MoneyText } from '#platform/web/kit/value/money.tsx'

const STATUS = 'reconciliation.breaks.lineStatus'

/** What one side says of the field that differs: an amount, a day, a state in words, or a text as it is. */
export function SideValue({ value }: { value: string }) {
  const names = useNames(STATUS)
  if (value === '') return <span className="bt-none">—</span>
  if (/^-?\d+\.\d{2}$/.test(value)) return <MoneyText value={value} />
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return <span className="bt-num">{showDate(value)}</span>
  return names.enumValue(STATUS, value)
}
