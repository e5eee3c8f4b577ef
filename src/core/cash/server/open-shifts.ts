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

/** An open shift as somebody who pays out under it needs to know it. */
export interface HeldShift extends OpenShift {
  tillStatus: string
  /** Its closing count is under way. */
  counting: boolean
}

/** The open shifts of tellers, by teller: held until the commit, so that none is closed under a payment. */
export async function heldShifts(tx: Tx, staffIds: readonly string[]): Promise<ReadonlyMap<string, HeldShift>> {
  const { rows } = await sql<Omit<HeldShift, 'counting'>>`
    select ${COLUMNS}, h.status as "tillStatus" from cash.shift s join cash.holding h on h.id = s.till_id
    where s.teller_staff_id = any(${staffIds}::bigint[]) and s.status = 'OPEN' order by s.id for share of s`.execute(tx)
  if (rows.length === 0) return new Map()
  // Asked when the shifts are held: a count begins under the same lock.
  const counted = await tx
    .selectFrom('cash.count_session')
    .select('holding_id')
    .where(
      'holding_id',
      'in',
      rows.map(({ tillId }) => tillId),
    )
    .where('reason', '=', 'SHIFT')
    .where('ended_at', 'is', null)
    .execute()
  const counting = new Set(counted.map(({ holding_id }) => holding_id))
  return new Map(rows.map((shift) => [shift.tellerStaffId, { ...shift, counting: counting.has(shift.tillId) }]))
}

/**
 * Why nothing is paid out at a till under a shift: CSH-120 without one, CSH-121 when it is at another till, CSH-122 while the till is
 * locked, CSH-123 while it is being counted.
 */
export function refusedShift(shift: HeldShift | undefined, tillId: string): AppError | undefined {
  if (!shift) return new AppError(openShiftErrors.noShift)
  if (shift.tillId !== tillId) return new AppError(openShiftErrors.otherTill, { till: shift.tillCode })
  if (shift.tillStatus !== 'ACTIVE') return new AppError(openShiftErrors.tillLocked, { till: shift.tillCode })
  return shift.counting ? new AppError(openShiftErrors.beingCounted, { till: shift.tillCode }) : undefined
}
