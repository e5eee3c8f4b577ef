import { createHash } from 'node:crypto'
import { holidays, parameter } from '#core/masterdata/server/public.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { lunchFrom, lunchTo, workFrom, workTo } from '../contract/parameters.ts'
import { type Span, spansOf, type WorkingCalendar } from './working-time.ts'

export interface KnownCalendar extends WorkingCalendar {
  version: number
}

/** Hours that leave no time to work count as the usual ones, so that no clock stands still for a slip of the hand. */
const USUAL: readonly Span[] = [
  [480, 720],
  [780, 1020],
]

async function spansNow(db: Queryable): Promise<readonly Span[]> {
  const [from = 0, pause = 0, on = 0, to = 0] = await Promise.all([workFrom, lunchFrom, lunchTo, workTo].map(async (hour) => Number(await parameter(db, hour))))
  return spansOf({ from, lunchFrom: pause, lunchTo: on, to }) ?? USUAL
}

/** The working calendar as it is now, kept under a version of its own: what was reckoned by an earlier one can be told. */
export async function calendarNow(tx: Tx, now: Date): Promise<KnownCalendar> {
  const spans = await spansNow(tx)
  const off = [...(await holidays(tx))].sort()
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([spans, off]))
    .digest('hex')
  const find = () => tx.selectFrom('incident.calendar').select('version').where('fingerprint', '=', fingerprint).executeTakeFirst()
  let known = await find()
  if (!known) {
    await tx
      .insertInto('incident.calendar')
      .values({ fingerprint, spans: JSON.stringify(spans), holidays: off, known_at: now })
      .onConflict((on) => on.column('fingerprint').doNothing())
      .execute()
    known = await find()
  }
  if (!known) throw new Error('the working calendar was not kept')
  return { version: known.version, spans, holidays: new Set(off) }
}

/** For what is only shown: the calendar without its version. */
export async function calendarShown(db: Queryable): Promise<WorkingCalendar> {
  return { spans: await spansNow(db), holidays: await holidays(db) }
}
