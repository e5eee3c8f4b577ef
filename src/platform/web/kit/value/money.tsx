import { isMoney, showMoney } from '#kernel/money.ts'
import { useLanguage } from '../../i18n.ts'

/** An amount, in one line: tabular figures, two decimals (prices none), negative in red with a minus. */
export function MoneyText({ value, decimals = 2 }: { value: string | null | undefined; decimals?: 0 | 2 }) {
  const language = useLanguage()
  if (value === null || value === undefined || !isMoney(value)) return <span className="bt-none">—</span>
  const negative = value.startsWith('-')
  return <span className={negative ? 'bt-num bt-money bt-negative' : 'bt-num bt-money'}>{showMoney(value, language, decimals).replace('-', '\u2212')}</span>
}
