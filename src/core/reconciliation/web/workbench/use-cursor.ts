import { useState } from 'react'
import type { Side } from '#core/reconciliation/contract/machines.ts'
import type { SessionLine } from '#core/reconciliation/contract/sessions.ts'
import { type Chosen, NONE, nextBreak, other, stepped } from './bench.ts'
import type { Lines } from './use-lines.ts'

/** Where one stands in each pane, and which lines are chosen there. */
export function useCursor(lines: Record<Side, Lines>) {
  const [side, setSide] = useState<Side>('OURS')
  const [cursor, setCursor] = useState<Record<Side, number | undefined>>({ OURS: undefined, THEIRS: undefined })
  const [chosen, setChosen] = useState<Record<Side, Chosen>>({ OURS: NONE, THEIRS: NONE })
  const lineAt = (of: Side) => lines[of].rows.find(({ no }) => no === cursor[of])
  const stand = (of: Side, line: SessionLine | undefined) => setCursor((now) => ({ ...now, [of]: line?.no }))
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
  /** On to the first line behind those that go. */
  const passOver = (of: Side, gone: readonly SessionLine[]) => {
    const numbers = new Set(gone.map(({ no }) => no))
    const { rows } = lines[of]
    const index = rows.findIndex(({ no }) => no === cursor[of])
    const left = (line: SessionLine) => !numbers.has(line.no)
    stand(of, rows.slice(Math.max(index, 0)).find(left) ?? rows.findLast(left))
  }
  return {
    side,
    setSide,
    cursor,
    chosen,
    lineAt,
    stand,
    toggle,
    toNext,
    passOver,
    clear: () => setChosen({ OURS: NONE, THEIRS: NONE }),
    step: (by: number) => {
      const next = stepped(lines[side].rows, cursor[side], by)
      if (next) stand(side, next)
      return next
    },
  }
}
export type Cursor = ReturnType<typeof useCursor>
