import { useState } from 'react'
import type { SessionLine } from '#core/reconciliation/contract/lines.ts'
import type { Side } from '#core/reconciliation/contract/machines.ts'
import { type Chosen, type Held, NONE, nextBreak, other, stepped, stoodOn } from './bench.ts'
import type { Lines } from './use-lines.ts'

/** Where one stands in each pane, and which lines are chosen there. */
export function useCursor(lines: Record<Side, Lines>) {
  const [side, setSide] = useState<Side>('OURS')
  const [held, setHeld] = useState<Record<Side, Held | undefined>>({ OURS: undefined, THEIRS: undefined })
  const [chosen, setChosen] = useState<Record<Side, Chosen>>({ OURS: NONE, THEIRS: NONE })
  const lineAt = (of: Side) => stoodOn(lines[of].rows, held[of])
  const cursor = { OURS: lineAt('OURS')?.no, THEIRS: lineAt('THEIRS')?.no }
  const stand = (of: Side, line: SessionLine | undefined) => setHeld((now) => ({ ...now, [of]: line && { no: line.no, among: lines[of].rows } }))
  const toggle = (of: Side, line: SessionLine, on?: boolean) =>
    setChosen((now) => {
      const next = new Map(now[of])
      const wanted = on ?? !next.has(line.no)
      if (wanted) next.set(line.no, line)
      else next.delete(line.no)
      return { ...now, [of]: next }
    })
  /** To the next break, with the line of the other side that belongs to it where the page holds one. */
  const toNext = (): SessionLine | undefined => {
    const found = nextBreak(lines[side].rows, cursor[side]) ?? nextBreak([...lines[side].rows], undefined)
    if (!found) return undefined
    stand(side, found)
    const beside = lines[other(side)].rows.find(({ breakId }) => breakId === found.breakId)
    if (beside) stand(other(side), beside)
    return found
  }
  /** What was chosen is so again, beside what has been chosen since. */
  const chooseAgain = (before: Record<Side, Chosen>) =>
    setChosen((now) => ({ OURS: new Map([...before.OURS, ...now.OURS]), THEIRS: new Map([...before.THEIRS, ...now.THEIRS]) }))
  return {
    side,
    setSide,
    cursor,
    chosen,
    lineAt,
    stand,
    toggle,
    toNext,
    chooseAgain,
    clear: () => setChosen({ OURS: NONE, THEIRS: NONE }),
    step: (by: number) => {
      const next = stepped(lines[side].rows, cursor[side], by)
      if (next) stand(side, next)
      return next
    },
  }
}
export type Cursor = ReturnType<typeof useCursor>
