import { useMemo, useState } from 'react'
import type { BreakRow } from '#core/reconciliation/contract/breaks.ts'
import { Resolution, type Side } from '#core/reconciliation/contract/machines.ts'
import type { SessionLine } from '#core/reconciliation/contract/sessions.ts'
import { showMoney } from '#kernel/money.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import type { BulkAction } from '#platform/web/kit/actions/action.ts'
import { showCount } from '#platform/web/kit/sizes.ts'
import { assignBreaks, resolveBreaks } from '../session/break-actions.tsx'
import type { SessionProps } from '../session/parts.ts'
import { words } from '../words.ts'
import { sumsOf } from './bench.ts'

interface Question {
  action: BulkAction<BreakRow>
  rows: readonly BreakRow[]
}
type Pair = Record<Side, readonly SessionLine[]>

export const breaksOf = (lines: Iterable<SessionLine>) => [...new Set([...lines].flatMap(({ breakId }) => breakId ?? []))]

/** What may be asked of breaks: of those that are chosen, of the one that one stands on, or of those whose lines cannot be matched by one person. */
export function useQuestions({ contracts }: SessionProps, onRefused: (text: string) => void) {
  const labels = useLabels(words)
  const language = useLanguage()
  const [question, setQuestion] = useState<Question>()
  const actions = useMemo(() => ({ resolve: resolveBreaks(contracts), assign: assignBreaks(contracts) }), [contracts])
  const askOf = async (ids: readonly string[], actionFor: (rows: readonly Detail[]) => BulkAction<BreakRow>, least = 1) => {
    try {
      const rows = await Promise.all(ids.map((id) => call(contracts.breaks.detail, { id })))
      const action = actionFor(rows)
      const fitting = rows.filter(action.when)
      if (fitting.length >= least) setQuestion({ action, rows: fitting })
      else onRefused(labels.text('nothingOpen'))
    } catch (error) {
      onRefused(reasonsOf(error).join(' '))
    }
  }
  /** Where the difference goes is two people's to decide, as a resolution: a match of all lines of one break, or whatever each of several may become. */
  const askBeyond = (pair: Pair, reasons: readonly string[]) => {
    const lines = [...pair.OURS, ...pair.THEIRS]
    const ids = breaksOf(lines)
    if (ids.length === 0) return onRefused(reasons.join(' '))
    const actionFor = (rows: readonly Detail[]) => {
      const [only] = rows
      if (!only || lines.some(({ breakId }) => breakId !== only.id)) {
        const difference = sumsOf(pair.OURS, pair.THEIRS).difference.replace('-', '')
        const why = [labels.text('beyond', { difference: showMoney(difference, language, difference.endsWith('.00') ? 0 : 2) }), labels.text('beyondApart')]
        return resolveBreaks(contracts, OTHERS, { resolution: undefined, why })
      }
      const money = only.lines.filter(({ state }) => state !== 'NO_MONEY')
      const whole = money.length === lines.length
      const count = (side: Side) => showCount(money.filter((line) => line.side === side).length, language)
      const why = whole ? reasons : [...reasons, labels.text('beyondWhole', { ours: count('OURS'), theirs: count('THEIRS') })]
      return resolveBreaks(contracts, Resolution.options, { resolution: only.actions.includes('MATCH') ? 'MATCH' : undefined, why })
    }
    // Of lines that somebody decides on already there is nothing to be asked, however the others stand.
    void askOf(ids, actionFor, ids.length)
  }
  return {
    question,
    ask: (which: keyof typeof actions, ids: readonly string[]) => void askOf(ids, () => actions[which]),
    askBeyond,
    close: () => setQuestion(undefined),
  }
}
type Detail = Awaited<ReturnType<typeof call<SessionProps['contracts']['breaks']['detail']>>>

/** Lines of several breaks cannot be matched with each other as the resolution of one. */
const OTHERS = Resolution.options.filter((one) => one !== 'MATCH')
