import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { openShiftErrors } from '../contract/shifts.ts'

export interface OpenShift {
  id: string
  code: string
  status: string
  tillId: string
  tillCode: string
  /** Ledger account of the till. */
  accountId: string
  unitId: string
  tellerStaffId: string
  businessDate: string
}

const COLUMNS = sql`s.id, s.code, s.status, s.till_id as "tillId", h.code as "tillCode", h.account_id as "accountId", s.unit_id as "unitId",
  s.teller_staff_id as "tellerStaffId", s.business_date as "businessDate"`

/** Shifts that are not closed, of people or of units: what keeps a teller from being disabled or moved, and a unit from being closed. */
export async function openShiftsOf(
  db: Queryable,
  { staffIds = [], unitIds = [] }: { staffIds?: readonly string[]; unitIds?: readonly string[] },
): Promise<OpenShift[]> {
  const { rows } = await sql<OpenShift>`
    select ${COLUMNS} from cash.shift s join cash.holding h on h.id = s.till_id
    where s.status <> 'CLOSED' and (s.teller_staff_id = any(${staffIds}::bigint[]) or s.unit_id = any(${unitIds}::bigint[])) order by s.id`.execute(db)
  return rows
}

/**
 * The open shift under which a teller pays out or takes in, held until the commit so that it is not closed meanwhile. Throws CSH-120
 * without one, CSH-121 when it is at another till than `tillId`, CSH-122 while the till is locked, CSH-123 while it is being counted.
 */
export async function requireOpenShift(tx: Tx, staffId: string, tillId?: string): Promise<OpenShift> {
  const { rows } = await sql<OpenShift & { tillStatus: string }>`
    select ${COLUMNS}, h.status as "tillStatus" from cash.shift s join cash.holding h on h.id = s.till_id
    where s.teller_staff_id = ${staffId} and s.status = 'OPEN' for share of s`.execute(tx)
  const [shift] = rows
  if (!shift) throw new AppError(openShiftErrors.noShift)
  if (tillId !== undefined && shift.tillId !== tillId) throw new AppError(openShiftErrors.otherTill, { till: shift.tillCode })
  const { tillStatus, ...found } = shift
  if (tillStatus !== 'ACTIVE') throw new AppError(openShiftErrors.tillLocked, { till: shift.tillCode })
  // Asked when the shift is held: a count begins under the same lock.
  const counting = await tx
    .selectFrom('cash.count_session')
    .select('id')
    .where('holding_id', '=', shift.tillId)
    .where('reason', '=', 'SHIFT')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (counting) throw new AppError(openShiftErrors.beingCounted, { till: shift.tillCode })
  return found
}
