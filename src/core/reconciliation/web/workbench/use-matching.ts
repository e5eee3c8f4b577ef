import { useEffect, useRef, useState } from 'react'
import { reconciliationErrors } from '#core/reconciliation/contract/errors.ts'
import type { SessionLine } from '#core/reconciliation/contract/lines.ts'
import type { Side } from '#core/reconciliation/contract/machines.ts'
import type { Page } from '#kernel/contract.ts'
import { ApiError, reasonsOf } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { queryKeyOf, readAgain, refreshAfter } from '#platform/web/api/use-query.ts'
import type { SessionProps } from '../session/parts.ts'
import { sumsOf } from './bench.ts'

type Pair = Record<Side, readonly SessionLine[]>

interface Heard {
  onDone: (matchNo: number) => void
  /** Why it was refused; `outside`: both sides lie further apart than one person may decide. */
  onRefused: (reasons: readonly string[], lines: Pair, outside: boolean) => void
}

/**
 * Matches by hand one after the other, however fast they are asked for: lines that come to the same go from the panes at once and come back where
 * they are refused. What differs is weighed by the server first, and stays until it has. Each is sent with the version that the one before it has left.
 */
export function useMatching({ session, contracts }: SessionProps, heard: Heard) {
  const { handMatch, unmatch, lines } = contracts.sessions
  const version = useRef(session.version)
  const queue = useRef(Promise.resolve())
  const waiting = useRef(0)
  const weighing = useRef(false)
  const [done, setDone] = useState<readonly number[]>([])
  useEffect(() => {
    if (waiting.current === 0) version.current = session.version
  }, [session.version])
  const inTurn = (work: () => Promise<void>) => {
    waiting.current++
    queue.current = queue.current.then(work).finally(() => {
      waiting.current--
      // Read once, when the last of them is through: an answer in between would bring back what is still under way.
      if (waiting.current === 0) refreshAfter(handMatch)
    })
  }
  /** Answers false while another difference is being weighed. `onMatched`: of what was not taken away at once. */
  const match = (chosen: Pair, onMatched: () => void, onKept: () => void): boolean => {
    const even = sumsOf(chosen.OURS, chosen.THEIRS).difference === '0.00'
    if (!even && weighing.current) return false
    weighing.current ||= !even
    const leave = () => {
      takeAway(lines, chosen)
      onMatched()
    }
    if (even) leave()
    inTurn(async () => {
      const numbers = (side: Side) => chosen[side].map(({ no }) => no)
      try {
        const made = await call(handMatch, { id: session.id, version: version.current, ours: numbers('OURS'), theirs: numbers('THEIRS') })
        version.current = made.version
        setDone((before) => [...before, made.matchNo])
        if (!even) leave()
        heard.onDone(made.matchNo)
      } catch (error) {
        readAgain(lines)
        if (even) onKept()
        const outside = error instanceof ApiError && error.code === reconciliationErrors.outsideTolerance.code
        heard.onRefused(reasonsOf(error), chosen, outside)
      } finally {
        if (!even) weighing.current = false
      }
    })
    return true
  }
  const undo = (reason: string, onUndone: (matchNo: number) => void) => {
    const last = done.at(-1)
    if (last === undefined) return false
    setDone((before) => before.slice(0, -1))
    inTurn(async () => {
      try {
        version.current = (await call(unmatch, { id: session.id, version: version.current, matchNo: last, reason })).version
        onUndone(last)
      } catch (error) {
        heard.onRefused(reasonsOf(error), { OURS: [], THEIRS: [] }, false)
      }
    })
    return true
  }
  return { match, undo, undoable: done.length > 0, version }
}

/** Lines go from what is known of both panes, before the server has heard of it. */
function takeAway(contract: SessionProps['contracts']['sessions']['lines'], chosen: Pair): void {
  const gone = new Set([...chosen.OURS, ...chosen.THEIRS].map(({ id }) => id))
  void queryClient.cancelQueries({ queryKey: queryKeyOf(contract) })
  queryClient.setQueriesData<Page<SessionLine>>({ queryKey: queryKeyOf(contract) }, (page) => {
    if (!page?.result.some(({ id }) => gone.has(id))) return page
    const result = page.result.filter(({ id }) => !gone.has(id))
    return { ...page, result, totalRecord: page.totalRecord - (page.result.length - result.length) }
  })
}
