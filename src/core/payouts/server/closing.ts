import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref, Stamp } from '#platform/server/record/record.ts'
import { payoutErrors } from '../contract/errors.ts'
import type { closePayout, followUpPayout, settlePayout } from '../contract/lists.ts'
import { lineMachine, payoutsTopic } from '../contract/machine.ts'
import { NO_PLACE, nextCode, requireDays } from './draft.ts'
import { moveFunds } from './money.ts'
import { disputeOf } from './paying.ts'
import { type ListRow, lists } from './records.ts'
import { lockProgramme, namesOf, openOfList, repeatLines } from './repeat.ts'

/** What nobody fetched goes back to the payer, or is carried to the next list: either way its money returns to the prefunding. */
export async function close({ id, version, reason }: InputOf<typeof closePayout>, ctx: CommandContext): Promise<Ref> {
  const { tx, now: at, session } = ctx
  const seen = await lists.forChange(ctx, { id, version })
  const stamp = { by: session.account, at }
  const unpaid = await unpaidOf(tx, seen.row)
  const ref = await lists.fire(ctx, seen, 'close', { set: closedSet(unpaid, stamp, reason) })
  await giveBack(tx, seen.row, unpaid, stamp)
  return ref
}

/** Closes a list whose last day is over, as `close` does, without anybody's hand. Throws PYL-026 and PYL-029 as it does. */
export async function closeDue(tx: Tx, row: ListRow, stamp: Stamp, reason: string): Promise<{ returned: string; lines: number }> {
  const unpaid = await unpaidOf(tx, row)
  await lists.save(tx, stamp, row, closedSet(unpaid, stamp, reason), 'close')
  await giveBack(tx, row, unpaid, stamp)
  return { returned: formatMoney(unpaid.amount), lines: unpaid.ids.length }
}

interface Unpaid {
  ids: string[]
  amount: Hundredths
  event: 'carry' | 'return'
}

/** The lines that nobody fetched, locked. Throws PYL-026 while one is being paid or unknown, PYL-029 while a change of the list waits, PYL-052 while a transfer is disputed. */
async function unpaidOf(tx: Tx, { id, programme_id }: ListRow): Promise<Unpaid> {
  const update = await tx.selectFrom('payout.version').select('id').where('list_id', '=', id).where('status', 'in', ['DRAFT', 'PROPOSED']).executeTakeFirst()
  if (update) throw new AppError(payoutErrors.versionOpen)
  const { rows } = await sql<{ id: string; no: number; name: string; status: string; amount: string }>`
    select id, line_no as no, name, status, amount::text as amount from payout.line where list_id = ${id} and status in ('UNPAID', 'HELD', 'CLAIMED', 'UNKNOWN') order by id for update`.execute(
    tx,
  )
  const open = rows.filter(({ status }) => status === 'CLAIMED' || status === 'UNKNOWN')
  const [first] = open
  if (first) throw new AppError(payoutErrors.claimsOpen, { lines: open.length, line: first.no, name: first.name })
  const disputed = await disputedLines(tx, rows)
  const inCash = disputed.find(({ booked }) => booked)
  if (inCash) throw disputeOf(inCash)
  if (disputed.length > 0) throw new AppError(payoutErrors.transferDisputed, { lines: disputed.length, reference: disputed[0]?.reference ?? '' })
  const { unpaid } = await tx.selectFrom('payout.programme').select('unpaid').where('id', '=', programme_id).executeTakeFirstOrThrow()
  return {
    ids: rows.map((row) => row.id),
    amount: rows.reduce((sum, { amount }) => sum + parseMoney(amount), 0n),
    event: unpaid === 'CARRY' ? 'carry' : 'return',
  }
}

/** Lines with a transfer of which reports contradict what stands: nobody knows yet whether their people have the money. */
async function disputedLines(tx: Tx, lines: readonly { id: string }[]): Promise<{ reference: string; booked: boolean }[]> {
  const { rows } = await sql<{ reference: string; booked: boolean }>`
    select reference, booked from payout.disputed_line where line_id = any(${lines.map(({ id }) => id)}::bigint[]) order by 1`.execute(tx)
  return rows
}

const closedSet = ({ ids, amount }: Unpaid, { by, at }: Stamp, reason: string) => ({
  ...{ returned_count: ids.length, returned_total: formatMoney(amount), closed_by: by, closed_at: at, step_note: reason },
})

async function giveBack(tx: Tx, list: ListRow, { ids, amount, event }: Unpaid, { by, at }: Stamp): Promise<void> {
  const set = { step_by: by, updated_at: at }
  await fireMany(
    tx,
    lineMachine,
    'payout.line',
    ids.map((id) => ({ id, event, set })),
  )
  await moveFunds(tx, {
    list,
    accountId: list.account_id ?? '',
    amount: -amount,
    kind: 'PAYOUT_CLOSE',
    key: `payout-close:${list.id}`,
    description: `Hoàn tiền chưa chi của danh sách ${list.code}`,
    now: at,
  })
  await publish(tx, { topic: payoutsTopic })
}

/** The payer has confirmed what was paid and what came back; another person than who closed it says so. */
export async function settle({ id, version, reference }: InputOf<typeof settlePayout>, ctx: CommandContext): Promise<Ref> {
  const seen = await lists.forChange(ctx, { id, version })
  if (seen.row.closed_by === ctx.session.account) throw new AppError(payoutErrors.closedByMaker)
  const ref = await lists.fire(ctx, seen, 'settle', { set: { settled_reference: reference, step_note: reference } })
  await publish(ctx.tx, { topic: payoutsTopic })
  return ref
}

/**
 * A draft with the lines of a closed list that came back or were carried over and that no other list has taken; unknown ones are never
 * among them. Who has another line of the month by now is left out, and named.
 */
export async function followUp({ id, version, payFrom, payUntil, note = '' }: InputOf<typeof followUpPayout>, ctx: CommandContext): Promise<Ref> {
  const { tx, session, now } = ctx
  const { row } = await lists.forChange(ctx, { id, version })
  requireDays({ payFrom, payUntil }, ctx)
  await lockProgramme(tx, row.programme_id)
  const open = await openOfList(tx, id)
  const rows = open.filter(({ other }) => other === null)
  const left = open.filter(({ other }) => other !== null)
  const [first] = left
  if (rows.length === 0 && first) throw new AppError(payoutErrors.allOnOtherLists, { name: first.name, list: first.other ?? '' })
  if (rows.length === 0) throw new AppError(payoutErrors.nothingReturned)
  const total = formatMoney(rows.reduce((sum, { amount }) => sum + parseMoney(amount), 0n))
  const ref = await lists.insert(
    ctx,
    {
      code: await nextCode(ctx, row.month),
      kind: 'FOLLOW_UP',
      parent_id: id,
      partner_id: row.partner_id,
      programme_id: row.programme_id,
      month: row.month,
      pay_from: payFrom,
      pay_until: payUntil,
      control_count: rows.length,
      control_total: total,
      line_count: rows.length,
      total,
      note,
      left_out: namesOf(left),
      unit_id: row.unit_id,
      ...NO_PLACE,
      created_by: session.account,
      created_at: now,
    },
    { children: (list) => repeatLines(tx, list.id, rows) },
  )
  await publish(tx, { topic: payoutsTopic })
  return ref
}
