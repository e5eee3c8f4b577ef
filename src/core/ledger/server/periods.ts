import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { PeriodGranularity } from '../contract/account.ts'
import { ledgerErrors } from '../contract/errors.ts'

export interface PeriodInput {
  /** The service of the journals: QR, COD, ... */
  service: string
  /** Closes this unit and everything below; null: every unit, and journals of no unit. */
  unitId: string | null
  granularity: PeriodGranularity
  /** YYYY-MM-DD: the day, or any day of the month. */
  date: string
  at: Date
}

const startOf = ({ granularity, date }: PeriodInput) => (granularity === 'DAY' ? date : `${date.slice(0, 7)}-01`)

/**
 * Closes a period: waits for postings under way in its days, and refuses those that come after its commit. What must hold for
 * closing (nothing unknown, tills counted) is to be checked after this call, in the same transaction. Throws AppError LED-015 when closed.
 */
export async function closePeriod(tx: Tx, input: PeriodInput): Promise<{ periodId: string; version: number }> {
  const { rows } = await sql<{ id: string; version: number }>`
    insert into ledger.period as p (service, unit_id, granularity, starts_on, status, closed_at)
    values (${input.service}, ${input.unitId}, ${input.granularity}, ${startOf(input)}, 'CLOSED', ${input.at})
    on conflict (service, unit_id, granularity, starts_on)
      do update set status = 'CLOSED', closed_at = excluded.closed_at, reason = null, version = p.version + 1 where p.status = 'OPEN'
    returning id, version`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError(ledgerErrors.periodNotOpen)
  return { periodId: row.id, version: row.version }
}

/** Opens a closed period again, with the reason kept. Throws AppError LED-016 when it is not closed. */
export async function reopenPeriod(tx: Tx, input: PeriodInput & { reason: string }): Promise<{ periodId: string; version: number }> {
  const { rows } = await sql<{ id: string; version: number }>`
    update ledger.period set status = 'OPEN', reopened_at = ${input.at}, reason = ${input.reason}, version = version + 1
     where service = ${input.service} and unit_id is not distinct from ${input.unitId}::bigint
       and granularity = ${input.granularity} and starts_on = ${startOf(input)} and status = 'CLOSED'
    returning id, version`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError(ledgerErrors.periodNotClosed)
  return { periodId: row.id, version: row.version }
}
