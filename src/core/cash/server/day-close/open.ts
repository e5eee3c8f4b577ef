import { sql } from 'kysely'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { dayCloseErrors, dayMachine } from '../../contract/day-close/machine.ts'

/**
 * The day that a shift or a count of `unitId` belongs to when the unit begins its day: opens it when nobody has yet. Today, or the day
 * after the last closed one where that lies later. Throws CSH-350 while an earlier day is open, CSH-351 for a unit without cash,
 * CSH-352 while the day waits for its checker.
 */
export async function openBusinessDate(tx: Tx, unitId: string, now: Date, by: string): Promise<string> {
  const { days, closedThrough } = await lockDays(tx, unitId)
  const today = localDate(now)
  const wanted = closedThrough !== null && closedThrough >= today ? addDays(closedThrough, 1) : today
  // Of two open days the first was reopened: the unit works in the second, and not before the first has closed again.
  const earlier = days.find(({ day }) => day < wanted) ?? (days.length > 1 ? days[0] : undefined)
  if (earlier) throw new AppError(dayCloseErrors.earlierDayOpen, { date: showDate(earlier.day) })
  const [open] = days
  if (open) {
    if (open.status === 'SUBMITTED') throw new AppError(dayCloseErrors.dayClosing, { date: showDate(open.day) })
    return open.day
  }
  await sql`
    insert into cash.day_close (unit_id, business_date, status, opened_at, created_by, updated_by)
    values (${unitId}, ${wanted}, ${dayMachine.initial}, ${now}, ${by}, ${by})`.execute(tx)
  await setBusinessDate(tx, unitId, wanted, by, now)
  return wanted
}

/**
 * The day that the unit has still to close: what is counted at its end counts for that day, however late. Opens a day where none is open.
 * Throws what `openBusinessDate` throws, save CSH-350.
 */
export async function dayToClose(tx: Tx, unitId: string, now: Date, by: string): Promise<string> {
  const [first] = (await lockDays(tx, unitId)).days
  if (first?.status === 'SUBMITTED') throw new AppError(dayCloseErrors.dayClosing, { date: showDate(first.day) })
  return first?.day ?? openBusinessDate(tx, unitId, now, by)
}

interface OpenDays {
  /** Days that are not closed, the earliest first. */
  days: { day: string; status: string }[]
  closedThrough: string | null
}

/** Holds the unit's business date until the commit, so that two who begin a day find one. Throws CSH-351. */
export async function lockDays(tx: Tx, unitId: string): Promise<OpenDays> {
  const { rows } = await sql<{ day: string | null; status: string; closedThrough: string | null }>`
    select day, status, closed_through as "closedThrough" from cash.lock_days(${unitId})`.execute(tx)
  if (rows.length === 0) throw new AppError(dayCloseErrors.noCash)
  return {
    days: rows.flatMap(({ day, status }) => (day === null ? [] : [{ day, status }])),
    closedThrough: rows[0]?.closedThrough ?? null,
  }
}

/** The unit works in another day from now on; null: in none. */
export async function setBusinessDate(tx: Tx, unitId: string, day: string | null, by: string, now: Date): Promise<void> {
  await sql`
    update cash.unit_state set business_date = ${day}, updated_by = ${by}, updated_at = ${now}, version = version + 1 where unit_id = ${unitId}
  `.execute(tx)
}
