import { type Hundredths, parseMoney } from '#kernel/money.ts'

/** One step of a fee table as it is typed in; null: any province, no end. */
interface FeeStep {
  fromUnitId?: string | undefined
  toUnitId?: string | undefined
  amountFrom: string
  amountTo?: string | undefined
}

/** What is wrong with a fee table, and where. `line` counts from 1: the step at which it is seen. */
type FeeProblem =
  | { kind: 'HOLE' | 'OVERLAP'; line: number; from: Hundredths; to: Hundredths }
  | { kind: 'OPEN_END'; line: number; from: Hundredths }
  | { kind: 'PAIRS' }

const pairOf = ({ fromUnitId = '', toUnitId = '' }: FeeStep) => `${fromUnitId}>${toUnitId}`

/**
 * The first hole or overlap of a fee table, or undefined: each pair of provinces has exactly one step for each amount, and what no pair names is
 * covered by any → any. Pure.
 */
export function feeProblem(steps: readonly FeeStep[]): FeeProblem | undefined {
  const lines = steps.map((step, at) => ({
    step,
    line: at + 1,
    from: parseMoney(step.amountFrom),
    to: step.amountTo === undefined ? null : parseMoney(step.amountTo),
  }))
  for (const [, pair] of Map.groupBy(lines, ({ step }) => pairOf(step))) {
    let covered: Hundredths | null = 0n
    let last = pair[0]?.line ?? 1
    for (const { line, from, to } of pair.toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))) {
      if (covered === null) return { kind: 'OVERLAP', line, from, to: to ?? from }
      if (from > covered) return { kind: 'HOLE', line, from: covered, to: from }
      if (from < covered) return { kind: 'OVERLAP', line, from, to: to !== null && to < covered ? to : covered }
      covered = to
      last = line
    }
    if (covered !== null) return { kind: 'OPEN_END', line: last, from: covered }
  }
  return lines.some(({ step }) => pairOf(step) === '>') ? undefined : { kind: 'PAIRS' }
}
