import { useEffect, useRef } from 'react'
import type { Contract } from '#kernel/contract.ts'
import { readAgain } from '#platform/web/api/use-query.ts'
import { useLive } from '#platform/web/live/live.ts'
import { accountsTopic } from '../contract/accounts.ts'

const PAUSE_MS = 3_000

/** Reads again after something was posted, every three seconds at most: balances stay those of the books while a page is open. */
export function useFreshBalances(...reads: readonly Contract[]): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  useLive(accountsTopic, () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined
      readAgain(...reads)
    }, PAUSE_MS)
  })
}
