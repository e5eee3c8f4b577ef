import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fire } from '#platform/server/machine/fire.ts'
import { type PeriodGranularity, periodMachine } from '../contract/account.ts'
import { ledgerErrors } from '../contract/errors.ts'

export interface PeriodInput {
  /** The service of the journals. */
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
  await sql`
    insert into ledger.period (service, unit_id, granularity, starts_on, status)
    values (${input.service}, ${input.unitId}, ${input.granularity}, ${startOf(input)}, ${periodMachine.initial})
    on conflict do nothing`.execute(tx)
  const period = await lock(tx, input)
  if (period?.status !== 'OPEN') throw new AppError(ledgerErrors.periodNotOpen)
  const { version } = await fire(tx, periodMachine, 'ledger.period', period.id, 'close', { set: { closed_at: input.at, reason: null } })
  return { periodId: period.id, version }
}

/** Opens a closed period again, with the reason kept. Throws AppError LED-016 when it is not closed. */
export async function reopenPeriod(tx: Tx, input: PeriodInput & { reason: string }): Promise<{ periodId: string; version: number }> {
  const period = await lock(tx, input)
  if (period?.status !== 'CLOSED') throw new AppError(ledgerErrors.periodNotClosed)
  const { version } = await fire(tx, periodMachine, 'ledger.period', period.id, 'reopen', { set: { reopened_at: input.at, reason: input.reason } })
  return { periodId: period.id, version }
}

function lock(tx: Tx, input: PeriodInput) {
  return tx
    .selectFrom('ledger.period')
    .select(['id', 'status'])
    .where('service', '=', input.service)
    .where('unit_id', 'is not distinct from', input.unitId)
    .where('granularity', '=', input.granularity)
    .where('starts_on', '=', startOf(input))
    .forUpdate()
    .executeTakeFirst()
}
