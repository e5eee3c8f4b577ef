import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { ledgerErrors } from '../contract/errors.ts'

/**
 * Closes a business date of a unit, and all before it: waits for postings under way on accounts bound to its days, and refuses those that
 * come after its commit (LED-019). What must hold for closing is to be checked after this call, in the same transaction; post before it.
 * Dates close in their order, days without work may be passed over. Throws AppError LED-021 when the date is closed, LED-013 for a unit
 * without cash accounts.
 */
export async function closeDay(tx: Tx, unitId: string, date: string): Promise<void> {
  const closed = await sql`
    update ledger.unit_day set closed_through = ${date}::date
    where unit_id = ${unitId} and (closed_through is null or closed_through < ${date}::date)`.execute(tx)
  if (closed.numAffectedRows === 1n) return
  const day = await tx.selectFrom('ledger.unit_day').select('closed_through').where('unit_id', '=', unitId).executeTakeFirst()
  if (!day) throw new AppError(ledgerErrors.unitUnknown, { unit: unitId })
  throw new AppError(ledgerErrors.dayNotOpen, { date: day.closed_through ?? date })
}

/** Opens a closed business date of a unit again, and all after it: the unit is then closed through the day before. Throws AppError LED-022 when it is not closed. */
export async function reopenDay(tx: Tx, unitId: string, date: string): Promise<void> {
  const { rows } = await sql<{ reopened: boolean }>`select ledger.reopen_day(${unitId}, ${date}) as reopened`.execute(tx)
  if (!rows[0]?.reopened) throw new AppError(ledgerErrors.dayNotClosed, { date })
}
