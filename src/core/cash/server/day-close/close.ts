import { sql } from 'kysely'
import { closeDay as closeLedgerDay } from '#core/ledger/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { localDate, showDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import {
  type acknowledgeItem,
  type closeDay,
  daysTopic,
  type giveBackDay,
  type openDay,
  type startCounting,
  type submitDay,
} from '../../contract/day-close/days.ts'
import { dayCloseErrors } from '../../contract/day-close/machine.ts'
import { type CloseCheck, itemName, runChecks } from './check.ts'
import { figuresOf } from './figures.ts'
import { lockDays, openBusinessDate } from './open.ts'
import { type Day, days } from './record.ts'
import { nameLate, openBelow } from './units-below.ts'

const dayOf = ({ id, unit_id, business_date }: Day) => ({ dayId: id, unitId: unit_id, businessDate: business_date })

export async function open({ unitId }: InputOf<typeof openDay>, ctx: CommandContext): Promise<Ref> {
  const { tx, now, session, scope } = ctx
  const reached = await scope.selectFrom('cash.unit_state as s').select('s.unit_id').where('s.unit_id', '=', unitId).executeTakeFirst()
  if (!reached) throw new AppError(dayCloseErrors.noCash)
  const day = await openBusinessDate(tx, unitId, now, session.account)
  const row = await tx
    .selectFrom('cash.day_close')
    .select(['id', 'version'])
    .where('unit_id', '=', unitId)
    .where('business_date', '=', day)
    .executeTakeFirstOrThrow()
  ctx.subject(days.subject, row.id, { after: { unitId, businessDate: day } })
  await publish(tx, { topic: daysTopic })
  return row
}

export async function begin(ref: InputOf<typeof startCounting>, ctx: CommandContext): Promise<Ref> {
  const fired = await days.fire(ctx, ref, 'startCounting')
  await publish(ctx.tx, { topic: daysTopic })
  return fired
}

export async function acknowledge({ note, item, ...ref }: InputOf<typeof acknowledgeItem>, ctx: CommandContext, checks: readonly CloseCheck[]): Promise<Ref> {
  const { tx, now, session } = ctx
  const seen = await days.forChange(ctx, ref)
  if (seen.row.status === 'CLOSED') throw new AppError(dayCloseErrors.nothingToAcknowledge)
  const found = await runChecks(tx, checks, [dayOf(seen.row)])
  const [known] = found.flatMap(({ check, items }) => items.filter((one) => one.severity === 'ACKNOWLEDGE' && itemName(check, one) === item))
  if (!known) throw new AppError(dayCloseErrors.nothingToAcknowledge)
  await sql`
    insert into cash.day_close_acknowledgement (day_close_id, item, note, acknowledged_by, acknowledged_at)
    values (${seen.row.id}, ${item}, ${note}, ${session.account}, ${now})
    on conflict (day_close_id, item) do update set note = excluded.note, acknowledged_by = excluded.acknowledged_by, acknowledged_at = excluded.acknowledged_at
  `.execute(tx)
  // By the code alone: the name of an item holds an amount, and who reads the audit log may be counting.
  return days.update(ctx, seen, {}, { note: { item: known.code, note } })
}

export async function submit({ lateReason = '', ...ref }: InputOf<typeof submitDay>, ctx: CommandContext, checks: readonly CloseCheck[]): Promise<Ref> {
  const { tx, now, session } = ctx
  const seen = await days.forChange(ctx, ref)
  assertState(seen.row, 'COUNTING')
  await refuseBeforeOthers(tx, seen.row)
  await refuseUnready(tx, seen.row, checks, ctx.language)
  const { row } = seen
  const late = await openBelow(tx, row.unit_id, row.business_date)
  if (late.length > 0 && lateReason === '') throw unitsOpen(late)
  await nameLate(tx, row.id, late, lateReason, session.account, now)
  const set = { submitted_at: now, submitted_by: session.account, closed_at: null, closed_by: null }
  const note = late.length > 0 ? { reason: lateReason, lateUnits: late.map(({ name }) => name).join(', ') } : {}
  const fired = await days.fire(ctx, seen, 'submit', { set, note })
  await publish(tx, { topic: daysTopic })
  return fired
}

const unitsOpen = (units: readonly { name: string; businessDate: string }[]) =>
  new AppError(dayCloseErrors.unitsOpen, { units: units.map(({ name, businessDate }) => `${name} (${showDate(businessDate)})`).join(', ') })

export async function giveBack({ reason, ...ref }: InputOf<typeof giveBackDay>, ctx: CommandContext): Promise<Ref> {
  const fired = await days.fire(ctx, ref, 'giveBack', { note: { reason } })
  await publish(ctx.tx, { topic: daysTopic })
  return fired
}

/** Closes a day: from its ledger lock on nothing is posted for it, so what is checked and stored is what stays. */
export async function close(ref: InputOf<typeof closeDay>, ctx: CommandContext, checks: readonly CloseCheck[]): Promise<Ref> {
  const { tx, now, session } = ctx
  const seen = await days.forChange(ctx, ref)
  const { row } = seen
  assertState(row, 'SUBMITTED')
  if (row.submitted_by === session.account) throw new AppError(dayCloseErrors.submittedByYou)
  const state = await lockDays(tx, row.unit_id)
  await refuseOwnChecker(ctx, row.unit_id)
  const earlier = state.days.find(({ day }) => day < row.business_date)
  if (earlier) throw new AppError(dayCloseErrors.earlierDayOpen, { date: showDate(earlier.day) })
  await closeLedgerDay(tx, row.unit_id, row.business_date)
  await refuseUnready(tx, row, checks, ctx.language)
  // Opened, or reopened, after the maker had named the late ones.
  const unnamed = await openBelow(tx, row.unit_id, row.business_date, row.id)
  if (unnamed.length > 0) throw unitsOpen(unnamed)
  const figures = await figuresOf(tx, dayOf(row))
  const set = { closed_at: now, closed_by: session.account, closed_late: row.business_date < localDate(now), figures: JSON.stringify(figures) }
  const closed = await days.fire(ctx, seen, 'close', { set })
  const next = state.days.find(({ day }) => day > row.business_date)
  await sql`select cash.finish_day(${row.id}, ${next?.day ?? null}, ${session.account}, ${now})`.execute(tx)
  await publish(tx, { topic: daysTopic })
  return closed
}

/** Before anything else is looked at: what a day lacks says nothing of one that is elsewhere by now. */
function assertState({ status, version }: Day, wanted: Day['status']): void {
  if (status !== wanted) throw new AppError(errors.state, {}, { data: { version, status } })
}

/** Days close in their order. */
async function refuseBeforeOthers(tx: Tx, row: Day): Promise<void> {
  const { days: open } = await lockDays(tx, row.unit_id)
  const earlier = open.find(({ day }) => day < row.business_date)
  if (earlier) throw new AppError(dayCloseErrors.earlierDayOpen, { date: showDate(earlier.day) })
}

/** Where one person works, somebody of a unit above looks at the close. */
async function refuseOwnChecker({ tx, session }: CommandContext, unitId: string): Promise<void> {
  if (session.unit?.id !== unitId) return
  const state = await tx.selectFrom('cash.unit_state').select('single_handed').where('unit_id', '=', unitId).executeTakeFirst()
  if (state?.single_handed) throw new AppError(dayCloseErrors.checkerOfParent)
}

/** Throws what the checklist still holds against the close. */
async function refuseUnready(tx: Tx, row: Day, checks: readonly CloseCheck[], language: Language): Promise<void> {
  const found = (await runChecks(tx, checks, [dayOf(row)])).filter(({ items }) => items.length > 0)
  if (found.length === 0) return
  const date = showDate(row.business_date)
  const blocking = found.filter(({ items }) => items.some(({ severity }) => severity === 'BLOCK'))
  const own = blocking.find(({ check }) => check.refusal)?.check.refusal
  if (own && blocking.length === 1) throw new AppError(own, { date })
  const titles = (some: typeof found) => some.map(({ check }) => check.title[language]).join(', ')
  if (blocking.length > 0) throw new AppError(dayCloseErrors.blocked, { date, checks: titles(blocking) })
  const rows = await tx.selectFrom('cash.day_close_acknowledgement').select('item').where('day_close_id', '=', row.id).execute()
  const seen = new Set(rows.map(({ item }) => item))
  const left = found.filter(({ check, items }) => items.some((one) => !seen.has(itemName(check, one))))
  if (left.length > 0) throw new AppError(dayCloseErrors.unacknowledged, { date, checks: titles(left) })
}
