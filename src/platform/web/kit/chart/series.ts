import type { Language } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import { showCount } from '../sizes.ts'

/** Figures of one kind, one a category: decimal strings or whole numbers, null for none. */
export interface ChartSeries {
  name: string
  kind: 'money' | 'count'
  values: readonly (string | number | null)[]
}

export interface ChartProps {
  /** Said to people who do not see it, above the table that they get instead. */
  label: string
  categories: readonly string[]
  bars: readonly ChartSeries[]
  /** On an axis of its own. */
  line?: ChartSeries | undefined
  height?: number
}

/** A figure as people read it; whole đồng where `decimals` is 0. */
export function showFigure({ kind, values }: ChartSeries, at: number, language: Language, none: string, decimals: 0 | 2 = 2): string {
  const value = values[at]
  if (value === null || value === undefined) return none
  return kind === 'money' ? showMoney(String(value), language, decimals) : showCount(Number(value), language)
}
