import { sql } from 'kysely'
import type { z } from 'zod'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, moneyText, parseMoney } from '#kernel/money.ts'
import { fireMany } from '#platform/server/machine/fire.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { payoutErrors } from '../contract/errors.ts'
import type { acknowledgeWarning, cancelPayout, checkPayout, createPayout, reopenPayout, updatePayout } from '../contract/lists.ts'
import { lineMachine, payoutsTopic } from '../contract/machine.ts'
import { firstDay, type WarningKind } from '../contract/words.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { fileOf } from './list-query.ts'
import { type ListRow, lists } from './records.ts'

export async function create(input: InputOf<typeof createPayout>, ctx: CommandContext): Promise<Ref> {
  const { tx, scope, language, session, now } = ctx
  const { programmeId, month, unitId, payFrom, payUntil, controlCount, controlTotal, note = '' } = input
  const programme = await tx.selectFrom('payout.programme').selectAll().where('id', '=', programmeId).where('status', '=', 'ACTIVE').executeTakeFirst()
  if (!programme) throw refusedField('programmeId', payoutErrors.programmeUnknown, language)
  const unit = await scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', unitId).where('u.status', '=', 'ACTIVE').executeTakeFirst()
  if (!unit) throw refusedField('unitId', payoutErrors.unitUnknown, language)
  requireDays(input, ctx)
  const ref = await lists.insert(ctx, {
    code: await nextCode(ctx, firstDay(month)),
    partner_id: programme.partner_id,
    programme_id: programmeId,
    month: firstDay(month),
    pay_from: payFrom,
    pay_until: payUntil,
    control_count: controlCount,
    control_total: formatMoney(parseMoney(controlTotal)),
    note,
    unit_id: unitId,
    ...NO_PLACE,
    created_by: session.account,
    created_at: now,
  })
  await publish(tx, { topic: payoutsTopic })
  return ref
}

/** Filled by a trigger from the unit. */
export const NO_PLACE = { head_unit_id: '0' } as const

export async function nextCode({ tx }: Pick<CommandContext, 'tx'>, month: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select 'DS' || to_char(${month}::date, 'YYMM') || '-' || lpad(nextval('payout.list_number')::text, 5, '0') as code`.execute(tx)
  return rows[0]?.code ?? ''
}

export function requireDays({ payFrom, payUntil }: { payFrom: string; payUntil: string }, { language }: CommandContext): void {
  if (payUntil < payFrom) throw refusedField('payUntil', payoutErrors.payDays, language)
}

export async function update({ id, version, ...input }: InputOf<typeof updatePayout>, ctx: CommandContext): Promise<Ref> {
  const seen = await lists.forChange(ctx, { id, version })
  if (seen.row.status !== 'DRAFT') throw new AppError(errors.state, {}, { data: { status: seen.row.status, version } })
  requireDays(input, ctx)
  const { payFrom, payUntil, controlCount, controlTotal, note = '' } = input
  return lists.update(ctx, seen, {
    pay_from: payFrom,
    pay_until: payUntil,
    control_count: controlCount,
    control_total: formatMoney(parseMoney(controlTotal)),
    note,
  })
}

/** Somebody who has looked at them says that the lines of one kind of warning are right. */
export async function acknowledge({ id, version, kind, note }: InputOf<typeof acknowledgeWarning>, ctx: CommandContext): Promise<Ref> {
  const seen = await lists.forChange(ctx, { id, version })
  if (seen.row.status !== 'DRAFT') throw new AppError(errors.state, {}, { data: { status: seen.row.status, version } })
  const { numUpdatedRows } = await ctx.tx
    .updateTable('payout.warning')
    .set({ acknowledged_by: ctx.session.account, acknowledged_at: ctx.now, note })
    .where('list_id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError(errors.notFound)
  return lists.update(ctx, seen, {}, { note: { warning: kind, note } })
}

/** What the payer's letter says and what the file holds are the same, and nothing unusual is left unread. */
export async function check({ id, version }: InputOf<typeof checkPayout>, ctx: CommandContext): Promise<Ref> {
  const seen = await lists.forChange(ctx, { id, version })
  await requireAgreement(ctx, seen.row)
  const ref = await lists.fire(ctx, seen, 'check')
  await publish(ctx.tx, { topic: payoutsTopic })
  return ref
}

/** Throws PYL-006 to PYL-009. */
async function requireAgreement({ tx }: CommandContext, row: ListRow): Promise<void> {
  if (row.line_count === 0) throw new AppError(payoutErrors.noLines)
  if (row.kind === 'REGULAR') {
    const { fileCount, fileTotal } = await fileOf(tx, row.id)
    if (fileCount !== row.control_count) throw new AppError(payoutErrors.controlCount, { control: row.control_count, lines: fileCount })
    const [control, total] = [parseMoney(row.control_total), parseMoney(fileTotal)]
    if (total !== control) throw new AppError(payoutErrors.controlTotal, { control: moneyText(control), total: moneyText(total) })
  }
  const open = await tx
    .selectFrom('payout.warning')
    .select(['kind', 'lines'])
    .where('list_id', '=', row.id)
    .where('acknowledged_by', 'is', null)
    .orderBy('kind')
    .execute()
  if (open.length > 0)
    throw new AppError(payoutErrors.warningsOpen, {
      list: row.code,
      warnings: { vi: named(open, vi, () => 'dòng'), en: named(open, en, (n) => (n === 1 ? 'line' : 'lines')) },
    })
}

/** Groups of warnings as people read them, with how many lines each has. */
function named(warnings: readonly { kind: string; lines: number }[], { enums }: typeof vi, unit: (lines: number) => string): string {
  return warnings.map(({ kind, lines }) => `${enums.warningKind[kind as z.output<typeof WarningKind>]} (${lines} ${unit(lines)})`).join('; ')
}

export async function reopen({ id, version }: InputOf<typeof reopenPayout>, ctx: CommandContext): Promise<Ref> {
  const ref = await lists.fire(ctx, { id, version }, 'reopen')
  await publish(ctx.tx, { topic: payoutsTopic })
  return ref
}

/** With its lines: each of these people may stand in another list then. */
export async function cancel({ id, version, reason }: InputOf<typeof cancelPayout>, ctx: CommandContext): Promise<Ref> {
  const { tx, session, now } = ctx
  const seen = await lists.forChange(ctx, { id, version })
  const ref = await lists.fire(ctx, seen, 'cancel', { set: { step_note: reason } })
  const rows = await tx.selectFrom('payout.line').select('id').where('list_id', '=', id).where('status', 'in', ['UNPAID', 'HELD']).execute()
  const set = { step_by: session.account, updated_at: now }
  await fireMany(
    tx,
    lineMachine,
    'payout.line',
    rows.map((row) => ({ id: row.id, event: 'cancel' as const, set })),
  )
  await publish(tx, { topic: payoutsTopic })
  return ref
}
