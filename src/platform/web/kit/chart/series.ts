import { type Language, LOCALES } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import { showCount } from '../sizes.ts'

/** Figures of one kind, one a category: decimal strings or whole numbers, null for none. */
export interface ChartSeries {
  name: string
  kind: 'money' | 'count'
  values: readonly (string | number | null)[]
  /** What others are held against: grey. */
  past?: boolean
}

export interface ChartProps {
  /** Said to people who do not see it, above the table that they get instead. */
  label: string
  categories: readonly string[]
  bars: readonly ChartSeries[]
  /** On an axis of its own. */
  line?: ChartSeries | undefined
  /** Addresses of what the figures of each category count. */
  links?: readonly (string | undefined)[]
  height?: number
}

const UNITS = {
  vi: [' tỷ', ' triệu', ' nghìn'],
  en: ['B', 'M', 'K'],
} as const
const SIZES = [1_000_000_000, 1_000_000, 1_000] as const

/** A figure for an axis: '1,2 tỷ', '12,5 triệu', '800 nghìn'; '1.2B'. */
export function compact(value: number, language: Language): string {
  const at = SIZES.findIndex((size) => Math.abs(value) >= size)
  return (value / (SIZES[at] ?? 1)).toLocaleString(LOCALES[language], { maximumFractionDigits: 1 }) + (UNITS[language][at] ?? '')
}

/** A figure as people read it; whole đồng where `decimals` is 0. */
export function showFigure({ kind, values }: ChartSeries, at: number, language: Language, none: string, decimals: 0 | 2 = 2): string {
  const value = values[at]
  if (value === null || value === undefined) return none
  return kind === 'money' ? showMoney(String(value), language, decimals) : showCount(Number(value), language)
}
