import { sql } from 'kysely'
import { type Detours, type GatewayCaller, inGroup, PostingRefused, type Refusal } from '#core/payments/server/public.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { itemsTopic } from '../../contract/machines.ts'
import { applyEvents } from '../items/apply.ts'
import { CollectionsRefused } from '../items/collections.ts'
import type { Taken } from '../items/ingest.ts'

/** Who feeds, and how refusals are worded. */
export interface FeedCall {
  runtime: Runtime
  caller: Pick<GatewayCaller, 'partnerId'> & Partial<Pick<GatewayCaller, 'suspended'>>
  language: Language
}

/** Why the line at a place is refused, whatever it says: the ledger has refused what follows from it. */
export type RefusedBefore = (at: number) => AppError | undefined

export type FeedAnswer = { status: 'created' | 'repeated' } | AppError

/**
 * Takes lines in, all of them in one transaction: a result a line, in order. What the ledger refuses for good is refused with its lines, and the others
 * are taken in without them. `codeOf`: the item that a line is about.
 */
export async function takeTogether<L>(
  { runtime, caller }: FeedCall,
  lines: readonly L[],
  codeOf: (line: L) => string,
  take: (tx: Tx, lines: readonly L[], refused: RefusedBefore) => Promise<Taken[]>,
): Promise<FeedAnswer[]> {
  const run = async (some: readonly L[], detours: Detours) => {
    try {
      return await runtime.db.transaction().execute((tx) => take(tx, some, (at) => detours.get(at)?.refused))
    } catch (error) {
      throw error instanceof CollectionsRefused ? placesOf(error, some.map(codeOf)) : error
    }
  }
  const taken = await inGroup(runtime, lines, run, (why): Taken => new AppError(why === 'value' ? errors.validation : errors.unavailable))
  await joinWaiting(runtime, caller.partnerId, lines.map(codeOf))
  runtime.live.hint(itemsTopic)
  return taken.map((one) => (one instanceof AppError ? one : { status: one }))
}

/** Throws the first refusal. */
export function refuseAll(taken: readonly Taken[]): void {
  const refused = taken.find((one) => one instanceof AppError)
  if (refused) throw refused
}

const placesOf = ({ items }: CollectionsRefused, codes: readonly string[]): PostingRefused =>
  new PostingRefused(
    new Map(
      codes.flatMap((code, at): [number, Refusal][] => {
        const error = items.get(code)
        return error ? [[at, { error }]] : []
      }),
    ),
  )

/**
 * An item and an event of it that come at the same time do not see each other: each looks for the other once it is committed, so that the later of the
 * two finds the earlier. A call that ended in between is repeated, and looks again; so does the next line about an item whose collection the ledger
 * refuses just now: its lines are kept.
 */
async function joinWaiting({ db, clock, log }: Runtime, partnerId: string, codes: readonly string[]): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    select distinct i.code from cob.event e join cob.item i on i.code = e.item_code and i.partner_id = e.partner_id
     where e.item_id is null and e.partner_id = ${partnerId} and e.item_code = any(${[...new Set(codes)]}::text[])`.execute(db)
  let waiting = rows.map(({ code }) => code)
  while (waiting.length > 0) {
    const asked = waiting
    try {
      return await db.transaction().execute((tx) => applyEvents(tx, asked, clock.now()))
    } catch (error) {
      if (!(error instanceof CollectionsRefused)) throw error
      log.warn({ items: [...error.items.keys()], error }, 'the collection of an item waits')
      waiting = asked.filter((code) => !error.items.has(code))
      if (waiting.length === asked.length) throw error
    }
  }
}
