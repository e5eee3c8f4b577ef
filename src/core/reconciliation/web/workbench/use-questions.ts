import { useMemo, useState } from 'react'
import type { BreakRow } from '#core/reconciliation/contract/breaks.ts'
import type { SessionLine } from '#core/reconciliation/contract/lines.ts'
import { Resolution, type Side } from '#core/reconciliation/contract/machines.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showMoney } from '#kernel/money.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import type { BulkAction } from '#platform/web/kit/actions/action.ts'
import { showCount } from '#platform/web/kit/sizes.ts'
import { assignBreaks, resolveBreaks } from '../session/break-actions.tsx'
import type { SessionProps } from '../session/parts.ts'
import { words } from '../words.ts'

interface Question {
  action: BulkAction<BreakRow>
  rows: readonly BreakRow[]
}
type Pair = Record<Side, readonly SessionLine[]>

/** Lines of several breaks that are to be matched with each other, with the figures in the words of the reader. */
export interface Together extends Pick<OutputOf<SessionProps['contracts']['breaks']['together']>, 'ours' | 'theirs' | 'breaks'> {
  id: string
  version: number
  oursLines: string
  theirsLines: string
  oursShown: string
  theirsShown: string
  differenceShown: string
}

export const breaksOf = (lines: Iterable<SessionLine>) => [...new Set([...lines].flatMap(({ breakId }) => breakId ?? []))]

/** What may be asked of breaks: of those that are chosen, of the one that one stands on, or of those whose lines cannot be matched by one person. */
export function useQuestions({ session, contracts }: SessionProps, onRefused: (text: string) => void) {
  const labels = useLabels(words)
  const language = useLanguage()
  const [question, setQuestion] = useState<Question>()
  const [together, setTogether] = useState<Together>()
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
  /** Lines of one break: a match of all of them is one of its resolutions. */
  const askOne = (chosen: Pair, reasons: readonly string[]) => (rows: readonly Detail[]) => {
    const [only] = rows as [Detail]
    const money = only.lines.filter(({ state }) => state !== 'NO_MONEY')
    const count = (side: Side) => showCount(money.filter((line) => line.side === side).length, language)
    const whole = money.length === chosen.OURS.length + chosen.THEIRS.length
    const why = whole ? reasons : [...reasons, labels.text('beyondWhole', { ours: count('OURS'), theirs: count('THEIRS') })]
    return resolveBreaks(contracts, Resolution.options, { resolution: only.actions.includes('MATCH') ? 'MATCH' : undefined, why })
  }
  /** Lines of several breaks: all lines of these with each other, as far as that may be proposed. */
  const askSeveral = async (chosen: Pair, version: number) => {
    const numbers = (side: Side) => chosen[side].map(({ no }) => no)
    try {
      const found = await call(contracts.breaks.together, { id: session.id, ours: numbers('OURS'), theirs: numbers('THEIRS') })
      const { problem, breaks, ours, theirs } = found
      if (problem !== null) return onRefused(`${problem}. ${labels.text('beyondEach')}`)
      const money = (amount: string) => showMoney(amount, language, amount.endsWith('.00') ? 0 : 2)
      setTogether({
        ...{ id: session.id, version, breaks, ours, theirs },
        ...{ oursLines: showCount(ours.length, language), theirsLines: showCount(theirs.length, language) },
        ...{ oursShown: money(found.oursSum), theirsShown: money(found.theirsSum), differenceShown: money(found.difference) },
      })
    } catch (error) {
      onRefused(reasonsOf(error).join(' '))
    }
  }
  /** Where the difference goes is two people's to decide. `version`: of the session, as its lines were seen. */
  const askBeyond = (pair: Pair, reasons: readonly string[], version: number) => {
    const lines = [...pair.OURS, ...pair.THEIRS]
    const ids = breaksOf(lines)
    if (ids.length === 1 && lines.every(({ breakId }) => breakId === ids[0])) void askOf(ids, askOne(pair, reasons))
    else void askSeveral(pair, version)
  }
  return {
    question,
    together,
    ask: (which: keyof typeof actions, ids: readonly string[]) => void askOf(ids, () => actions[which]),
    askBeyond,
    close: () => {
      setQuestion(undefined)
      setTogether(undefined)
    },
  }
}
type Detail = Awaited<ReturnType<typeof call<SessionProps['contracts']['breaks']['detail']>>>
