import { sql } from 'kysely'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { payoutErrors } from '../contract/errors.ts'
import { lineMachine, payoutsTopic } from '../contract/machine.ts'
import { lockFunds } from './money.ts'
import type { LineClaim } from './paying.ts'
import { isRunning, lists } from './records.ts'

interface Last {
  id: string
  no: number
  status: string
  amount: string
  listId: string
  listCode: string
  listStatus: string
  accountId: string | null
}

/** The line that pays the person by now: of all that repeat one another the one being paid or still owed, else the newest. Its list and it are locked. */
async function lastOf(tx: Tx, id: string): Promise<Last> {
  const read = async () => {
    const { rows } = await sql<Last>`
      with recursive same as (
        select l.id, l.from_line_id from payout.line l where l.id = ${id}
        union select o.id, o.from_line_id from same s join payout.line o on o.id = s.from_line_id or o.from_line_id = s.id
      )
      select t.id, t.line_no as no, t.status, t.amount::text as amount, l.id as "listId", l.code as "listCode", l.status as "listStatus", l.account_id as "accountId"
      from same join payout.line t on t.id = same.id join payout.list l on l.id = t.list_id
      order by t.status in ('CLAIMED', 'UNKNOWN') desc, t.status in ('UNPAID', 'HELD') desc, t.id desc limit 1`.execute(tx)
    return rows[0] as Last
  }
  for (let found = await read(); ; ) {
    await sql`select from payout.list where id = ${found.listId} for no key update`.execute(tx)
    await sql`select from payout.line where id = ${found.id} for no key update`.execute(tx)
    // Another one may have come while this one was waited for.
    const locked = await read()
    if (locked.id === found.id) return locked
    found = locked
  }
}

/**
 * A payment that had failed was made after all: marks as paid what is still owed, and answers where its money lies; undefined where nothing is. Throws PYL-054
 * while nobody can say.
 */
export async function payAfterAll(
  tx: Tx,
  lineId: string,
  { by, at, businessDate, till }: Stamp & { businessDate: string; till?: Pick<LineClaim, 'tillId' | 'tellerStaffId' | 'slipId' | 'unitId'> },
): Promise<{ accountId: string; amount: Hundredths } | undefined> {
  const line = await lastOf(tx, lineId)
  const owed = line.status === 'UNPAID' || line.status === 'HELD'
  const busy = line.status === 'CLAIMED' || line.status === 'UNKNOWN'
  if (busy || (owed && !isRunning(line.listStatus))) throw new AppError(payoutErrors.beingPaid, { line: line.no, list: line.listCode })
  if (!owed) return undefined
  const events = line.status === 'HELD' ? (['unhold', 'claim', 'confirm'] as const) : (['claim', 'confirm'] as const)
  const where = till && { till_id: till.tillId, teller_staff_id: till.tellerStaffId, slip_id: till.slipId, paid_unit_id: till.unitId }
  const set = { ...where, hold_reason: '', hold_id: null, claimed_at: at, paid_at: at, paid_on: businessDate, step_by: by, updated_at: at }
  await fireMany(tx, lineMachine, 'payout.line', [{ id: line.id, event: [...events] as ['claim', 'confirm'], set }])
  if (line.listStatus === 'APPROVED') await lists.save(tx, { by, at }, await lists.lock(tx, { id: line.listId }), {}, 'pay')
  await publish(tx, { topic: payoutsTopic })
  return { accountId: line.accountId as string, amount: parseMoney(line.amount) }
}

export const UNPAID_AGAIN = { claimed_at: null, paid_at: null, paid_on: null, paid_unit_id: null, till_id: null, teller_staff_id: null, slip_id: null }

/**
 * Cash of a line was not handed over after all: owed again and held until an update releases it, or given to the payer where its list is closed. Answers the
 * account that it goes back to; undefined where the line is not paid.
 */
export async function oweAgain(tx: Tx, lineId: string, { by, at, reason }: Stamp & { reason: string }): Promise<string | undefined> {
  await sql`select from payout.list where id = (select list_id from payout.line where id = ${lineId}) for no key update`.execute(tx)
  await sql`select from payout.line where id = ${lineId} for no key update`.execute(tx)
  const { rows } = await sql<Last & { partnerId: string }>`
    select t.id, t.line_no as no, t.status, t.amount::text as amount, l.id as "listId", l.code as "listCode", l.status as "listStatus", l.account_id as "accountId", l.partner_id as "partnerId"
    from payout.line t join payout.list l on l.id = t.list_id where t.id = ${lineId}`.execute(tx)
  const [line] = rows
  if (line?.status !== 'PAID') return undefined
  const open = isRunning(line.listStatus)
  const set = { ...UNPAID_AGAIN, hold_reason: reason, hold_id: null, step_by: by, updated_at: at }
  await fireMany(tx, lineMachine, 'payout.line', [{ id: lineId, event: open ? ('bounce' as const) : ('giveUp' as const), set }])
  await publish(tx, { topic: payoutsTopic })
  if (open) return line.accountId as string
  await countReturned(tx, line.listId, [{ amount: parseMoney(line.amount) }], { by, at })
  return (await lockFunds(tx, line.partnerId)).accountId
}

/** What comes back after a list was closed counts among what went back to the payer. */
export async function countReturned(tx: Tx, listId: string, lines: readonly { amount: Hundredths }[], step: Stamp): Promise<void> {
  const row = await lists.lock(tx, { id: listId })
  const total = lines.reduce((sum, { amount }) => sum + amount, parseMoney(row.returned_total))
  await lists.save(tx, step, row, { returned_count: row.returned_count + lines.length, returned_total: formatMoney(total) })
}
