import type { RequestKind } from '#core/reconciliation/contract/machines.ts'
import { ITEMS_MAX } from '#core/reconciliation/contract/requests.ts'

/** A transaction of a request that is being made. */
export interface RequestItem {
  code: string
  breakId?: string
  amount?: string
  outcome?: 'SUCCEEDED' | 'FAILED'
  kind?: RequestKind
}

/** What became of transactions that were to be added. */
export interface Added {
  items: readonly RequestItem[]
  /** How many are new, were in already, and found no room. */
  added: number
  known: number
  over: number
}

/** Adds transactions whose codes are not in yet, as many as one request takes; what is in stays as it is. */
export function withItems(items: readonly RequestItem[], more: readonly RequestItem[]): Added {
  const codes = new Set(items.map(({ code }) => code))
  const fresh = more.filter(({ code }) => !codes.has(code) && codes.add(code))
  const taken = fresh.slice(0, Math.max(0, ITEMS_MAX - items.length))
  return { items: [...items, ...taken], added: taken.length, known: more.length - fresh.length, over: fresh.length - taken.length }
}
