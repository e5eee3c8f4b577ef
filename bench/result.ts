/** One measured figure against its target. Ratios of two things measured in turns in one run count; absolute times depend on the machine. */
export interface BenchResult {
  /** What was measured, in a few words. */
  name: string
  figure: number
  target: number
  /** Whether a larger or a smaller figure is better. */
  better: 'higher' | 'lower'
  /** 'ratio', 'rows/s', 'MB', … */
  unit: string
}

/** What every suite bench/<name>.ts exports; each starts its own PostgreSQL with the settings of production (startTemporary). */
export interface BenchSuite {
  run(): Promise<BenchResult[]>
}

export function isMet({ figure, target, better }: BenchResult): boolean {
  return better === 'higher' ? figure >= target : figure <= target
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
