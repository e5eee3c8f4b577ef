import { useMemo, useState } from 'react'
import type { BreakRow } from '#core/reconciliation/contract/breaks.ts'
import type { SessionLine } from '#core/reconciliation/contract/lines.ts'
import { Resolution, type Side } from '#core/reconciliation/contract/machines.ts'
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
export function useQuestions({ session, contracts }: SessionProps, onRefused: (text: string) => void) {
  const labels = useLabels(words)
  const language = useLanguage()
  const [question, setQuestion] = useState<Question>()
  const actions = useMemo(() => ({ resolve: resolveBreaks(contracts), assign: assignBreaks(contracts) }), [contracts])
  const askOf = async (ids: readonly string[], actionFor: (rows: readonly Detail[]) => Asked | Promise<Asked>, least = 1) => {
    try {
      const rows = await Promise.all(ids.map((id) => call(contracts.breaks.detail, { id })))
      const action = await actionFor(rows)
      const fitting = rows.filter(action.when)
      if (fitting.length >= least) setQuestion({ action, rows: fitting })
      else onRefused(labels.text('nothingOpen'))
    } catch (error) {
      onRefused(reasonsOf(error).join(' '))
    }
  }
  const money = (amount: string) => showMoney(amount, language, amount.endsWith('.00') ? 0 : 2)
  const counted = (pair: Pair) => ({ ours: showCount(pair.OURS.length, language), theirs: showCount(pair.THEIRS.length, language) })
  const apart = (pair: Pair) => money(sumsOf(pair.OURS, pair.THEIRS).difference.replace('-', ''))
  /** Lines of one break: a match of all of them is one of its resolutions. */
  const beyondOne = (only: Detail, chosen: Pair, reasons: readonly string[]): Asked => {
    const whole = wholeOf([only], chosen)
    const why = sizeOf(whole) === sizeOf(chosen) ? reasons : [...reasons, labels.text('beyondWhole', counted(whole))]
    return resolveBreaks(contracts, Resolution.options, { resolution: only.actions.includes('MATCH') ? 'MATCH' : undefined, why })
  }
  /** Lines of several: all lines of these with each other, or whatever each may become. */
  const beyondSeveral = async (rows: readonly Detail[], chosen: Pair, version: number): Promise<Asked> => {
    const whole = wholeOf(rows, chosen)
    const together = { ours: whole.OURS.map(({ no }) => no), theirs: whole.THEIRS.map(({ no }) => no) }
    const fits = (await call(contracts.breaks.possible, { ids: rows.map(({ id }) => id), together })).includes('MATCH')
    const more = fits ? labels.text('beyondTogether', { n: rows.length, ...counted(whole), difference: apart(whole) }) : labels.text('beyondApart')
    const why = [labels.text('beyond', { difference: apart(chosen) }), more]
    return resolveBreaks(contracts, Resolution.options, {
      resolution: fits ? 'MATCH' : undefined,
      why,
      together: { session: { id: session.id, version }, lines: together },
    })
  }
  /** Where the difference goes is two people's to decide. `version`: of the session, as its lines were seen. */
  const askBeyond = (pair: Pair, reasons: readonly string[], version: number) => {
    const lines = [...pair.OURS, ...pair.THEIRS]
    const ids = breaksOf(lines)
    if (ids.length === 0) return onRefused(labels.text('beyondWaiting', { difference: apart(pair) }))
    const actionFor = (rows: readonly Detail[]) => {
      const [only] = rows
      if (only && lines.every(({ breakId }) => breakId === only.id)) return beyondOne(only, pair, reasons)
      return beyondSeveral(rows, pair, version)
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

type Asked = BulkAction<BreakRow>

/** All lines of some breaks that count, with those that were chosen and stand in none of them. */
function wholeOf(rows: readonly Detail[], chosen: Pair): Pair {
  const own = rows.flatMap(({ lines }) => lines.filter(({ state }) => state !== 'NO_MONEY'))
  const of = (side: Side) => [...own.filter((line) => line.side === side), ...chosen[side].filter(({ breakId }) => breakId === null)]
  return { OURS: of('OURS'), THEIRS: of('THEIRS') }
}
const sizeOf = (pair: Pair) => pair.OURS.length + pair.THEIRS.length
