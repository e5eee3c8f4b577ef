import type { RequestKind } from '#core/reconciliation/contract/machines.ts'
import { ITEMS_MAX } from '#core/reconciliation/contract/requests.ts'
import { isMoney, parseMoney } from '#kernel/money.ts'

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
  /** How many are new, were in already with another amount or outcome, were in already as they are, and found no room. */
  added: number
  changed: number
  known: number
  over: number
}

/**
 * Adds transactions whose codes are not in yet, as many as one request takes. The amount or outcome that one brings is put to the code that is
 * in already; one without either leaves it as it stands.
 */
export function withItems(items: readonly RequestItem[], more: readonly RequestItem[]): Added {
  const byCode = new Map(items.map((item) => [item.code, item]))
  const over = new Set<string>()
  const counts = { added: 0, changed: 0, known: 0 }
  for (const one of more) {
    const before = byCode.get(one.code)
    if (before ? isSame(before, one) : over.has(one.code)) counts.known++
    else if (!before && byCode.size >= ITEMS_MAX) over.add(one.code)
    else {
      counts[before ? 'changed' : 'added']++
      byCode.set(one.code, { ...before, ...one })
    }
  }
  return { items: [...byCode.values()], ...counts, over: over.size }
}

/** True where `more` brings nothing that differs. */
function isSame(item: RequestItem, { amount, outcome }: RequestItem): boolean {
  return (outcome === undefined || outcome === item.outcome) && (amount === undefined || isSameAmount(amount, item.amount))
}

const isSameAmount = (one: string, other = '') => one === other || (isMoney(one) && isMoney(other) && parseMoney(one) === parseMoney(other))
