import { setTimeout as delay } from 'node:timers/promises'
import { type JournalInput, tryPostMany } from '#core/ledger/server/public.ts'
import type { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'

/** A group that another transaction keeps from finishing is run this often at most. */
const ATTEMPTS = 5

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

const UNIQUE_VIOLATION = '23505'
/** Serialization failure, deadlock, or a key that somebody else took a moment before: the same again may work. */
const isConflict = (error: unknown) => ['40001', '40P01', UNIQUE_VIOLATION].includes(codeOf(error))
/** A value that a type or a constraint of the database refused, although every check had passed. */
const isRefusedValue = (error: unknown) => /^(22|23)/.test(codeOf(error))

/** Thrown out of a group's transaction, which undoes it: these places cannot be posted. */
export class PostingRefused extends Error {
  readonly places: ReadonlyMap<number, AppError>

  constructor(places: ReadonlyMap<number, AppError>) {
    super('some postings of the group were refused')
    this.places = places
  }
}

/** Posts the journals of these places; throws PostingRefused (closed period, locked account). Last in a group, because it locks accounts that everybody needs. */
export async function postAll(tx: Tx, places: readonly number[], journals: JournalInput[]): Promise<void> {
  const refused = new Map<number, AppError>()
  for (const [n, result] of (await tryPostMany(tx, journals)).entries()) if (!result.ok) refused.set(places[n] as number, result.error)
  if (refused.size > 0) throw new PostingRefused(refused)
}

/** Does a group in one transaction; `refused` are places that are known not to go through. */
type RunGroup<I, O> = (items: readonly I[], refused: ReadonlyMap<number, AppError>) => Promise<O[]>

/**
 * Runs `run` on items that share one transaction. Refused postings (rare) run the group again without them, so that posting can come
 * last and hold the accounts' locks for the shortest time. Conflicts run again. A value that the database itself refuses is found by
 * halving the group and answered `poison`, so that one bad item never costs the others; a key still taken after all attempts likewise,
 * but as something to try again (`conflict`), never as the item's fault. Other failures are thrown: nothing is stored then.
 */
export async function inGroup<I, O>(runtime: Runtime, items: readonly I[], run: RunGroup<I, O>, poison: (why: 'value' | 'conflict') => O): Promise<O[]> {
  if (items.length === 0) return []
  const refused = new Map<number, AppError>()
  for (let attempt = 1; ; ) {
    try {
      return await run(items, refused)
    } catch (error) {
      if (error instanceof PostingRefused) {
        for (const [at, reason] of error.places) refused.set(at, reason)
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
