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
