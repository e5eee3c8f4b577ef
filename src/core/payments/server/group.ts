import { setTimeout as delay } from 'node:timers/promises'
import { ledgerErrors } from '#core/ledger/contract/errors.ts'
import type { AppError } from '#kernel/errors.ts'
import type { Runtime } from '#platform/server/module.ts'

/** A group that another transaction keeps from finishing is run this often at most. */
const ATTEMPTS = 5
/** What posting one item meets one after the other: days that close meanwhile, an account after the other that refuses. */
const DETOURS = 12

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

const UNIQUE_VIOLATION = '23505'
/** Serialization failure, deadlock, or a key that somebody else took a moment before: the same again may work. */
const isConflict = (error: unknown) => ['40001', '40P01', UNIQUE_VIOLATION].includes(codeOf(error))
/** A value that a type or a constraint of the database refused, although every check had passed. */
const isRefusedValue = (error: unknown) => /^(22|23)/.test(codeOf(error))

/** Why an account takes nothing; CONTRADICTED: not before people have said so. */
export type AccountRefusal = 'INACTIVE' | 'LIMIT' | 'CONTRADICTED'

/** A posting that the ledger refused; `accountId`: the account that refused it. */
export interface Refusal {
  error: AppError
  accountId?: string | undefined
}

/** What a group has learned of one of its items when it was posted before. */
export interface Detour {
  /** The day is closed: it counts for the first open one. */
  dayClosed?: boolean
  /** Accounts that refuse it: the suspense account takes their place. */
  accounts: ReadonlyMap<string, AccountRefusal>
  /** No way leads around this: the item is refused. */
  refused?: AppError
}

export type Detours = ReadonlyMap<number, Detour>

const ACCOUNT_REFUSALS = new Map<unknown, AccountRefusal>([
  [ledgerErrors.accountInactive, 'INACTIVE'],
  [ledgerErrors.limit, 'LIMIT'],
])

/** The day is closed for the service, or for the cash of the unit. */
const CLOSED = new Set<unknown>([ledgerErrors.periodClosed, ledgerErrors.dayClosed])

/** The way on from what was known before and what was refused now. */
function detourOf(before: Detour | undefined, { error, accountId }: Refusal): Detour {
  const accounts = before?.accounts ?? new Map()
  if (CLOSED.has(error.definition)) return { ...before, accounts, dayClosed: true }
  const reason = ACCOUNT_REFUSALS.get(error.definition)
  if (!reason || !accountId || accounts.has(accountId)) return { ...before, accounts, refused: error }
  return { ...before, accounts: new Map([...accounts, [accountId, reason]]) }
}

/** Thrown out of a group's transaction, which undoes it: these places cannot be posted as they were. */
export class PostingRefused extends Error {
  readonly places: ReadonlyMap<number, Refusal>

  constructor(places: ReadonlyMap<number, Refusal>) {
    super('some postings of the group were refused')
    this.places = places
  }
}

/** Does a group in one transaction; `detours`: what is known of its places. */
type RunGroup<I, O> = (items: readonly I[], detours: Detours) => Promise<O[]>

/**
 * Runs `run` on items that share one transaction. Refused postings (rare) run the group again with what was learned of them, so that
 * nothing is asked beforehand and posting can come last, holding the accounts' locks for the shortest time. Conflicts run again. A value
 * that the database itself refuses is found by halving the group and answered `poison`, so that one bad item never costs the others; a
 * key still taken after all attempts likewise, but as something to try again (`conflict`), never as the item's fault. Other failures are
 * thrown: nothing is stored then.
 */
export async function inGroup<I, O>(runtime: Runtime, items: readonly I[], run: RunGroup<I, O>, poison: (why: 'value' | 'conflict') => O): Promise<O[]> {
  if (items.length === 0) return []
  const detours = new Map<number, Detour>()
  const met = new Map<number, number>()
  for (let attempt = 1; ; ) {
    try {
      return await run(items, detours)
    } catch (error) {
      if (error instanceof PostingRefused) {
        for (const [at, refusal] of error.places) {
          const times = (met.get(at) ?? 0) + 1
          met.set(at, times)
          const detour = detourOf(detours.get(at), refusal)
          detours.set(at, times < DETOURS ? detour : { ...detour, refused: refusal.error })
        }
        continue
      }
      if (isConflict(error) && attempt < ATTEMPTS) {
        runtime.log.warn({ error, attempt, items: items.length }, 'payments in conflict, run again')
        await delay(5 * attempt + Math.random() * 10 * attempt)
        attempt += 1
        continue
      }
      if (!isRefusedValue(error)) throw error
      runtime.log.error({ error, items: items.length }, 'the database refused what every check had let pass')
      if (items.length === 1) return [poison(codeOf(error) === UNIQUE_VIOLATION ? 'conflict' : 'value')]
      const half = items.length >> 1
      return [...(await inGroup(runtime, items.slice(0, half), run, poison)), ...(await inGroup(runtime, items.slice(half), run, poison))]
    }
  }
}
