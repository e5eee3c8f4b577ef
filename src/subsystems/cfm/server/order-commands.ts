import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate, showDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fire } from '#platform/server/machine/fire.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { cfmErrors } from '../contract/errors.ts'
import { MAX_TRIES, moneyOrderMachine, ordersTopic } from '../contract/machine.ts'
import type { revealIdentity, tellReceiver, unlockOrder } from '../contract/orders.ts'
import { ORDER, seenIn, sentIn } from './order-list.ts'

/** An order that an office of the caller's has to do with, locked. Throws SYS-404. */
export async function lockSeen({ tx, scope }: CommandContext, id: string) {
  const row = await tx
    .selectFrom('cash.money_order as t')
    .selectAll('t')
    .select(sql<boolean>`${sentIn(scope)}`.as('own'))
    .where('t.id', '=', id)
    .where(seenIn(scope))
    .forNoKeyUpdate('t')
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  return row
}

export async function tell({ id, version, how, toldOn, note = '' }: InputOf<typeof tellReceiver>, ctx: CommandContext) {
  const { tx, now, session } = ctx
  const row = await lockSeen(ctx, id)
  const sent = localDate(row.sent_at ?? row.created_at)
  if (toldOn < sent || toldOn > localDate(now)) throw refusedField('toldOn', cfmErrors.toldWhen, ctx.language, { sent: showDate(sent) })
  const set = { told_at: now, told_on: toldOn, told_how: how, told_by: session.account, step_note: note, step_by: session.account, updated_at: now }
  const fired = await fire(tx, moneyOrderMachine, 'cash.money_order', id, 'tell', { version, set })
  await publish(tx, { topic: ordersTopic })
  ctx.subject(ORDER, id, { before: { status: row.status }, after: { status: fired.status, toldOn, toldHow: how, ...(note === '' ? {} : { note }) } })
  return { id, version: fired.version }
}

/** The sender has shown who they are: wrong secrets are forgotten. */
export async function unlock({ id, version, reason }: InputOf<typeof unlockOrder>, ctx: CommandContext) {
  const { tx, now, session } = ctx
  const row = await lockSeen(ctx, id)
  if (row.version !== version) throw new AppError(errors.stale, {}, { data: { version: row.version } })
  if (row.wrong_tries < MAX_TRIES) throw new AppError(cfmErrors.notLocked, { order: row.code })
  if (!row.own) {
    const office = await tx.selectFrom('organisation.unit_directory').select('name').where('id', '=', row.unit_id).executeTakeFirst()
    throw new AppError(cfmErrors.unlockElsewhere, { order: row.code, office: office?.name ?? '' })
  }
  await sql`
    update cash.money_order set wrong_tries = 0, step_note = ${reason}, step_by = ${session.account}, updated_at = ${now}, version = version + 1 where id = ${id}`.execute(
    tx,
  )
  await publish(tx, { topic: ordersTopic })
  ctx.subject(ORDER, id, { before: { wrongTries: row.wrong_tries }, after: { wrongTries: 0, reason } })
  return { id, version: version + 1 }
}

export async function reveal({ id, reason }: InputOf<typeof revealIdentity>, ctx: CommandContext): Promise<OutputOf<typeof revealIdentity>> {
  const row = await lockSeen(ctx, id)
  const payee = await ctx.tx
    .selectFrom('cash.slip')
    .select('identity_number')
    .where('transaction_id', '=', row.payout_transaction_id ?? '0')
    .executeTakeFirst()
  ctx.subject(ORDER, id, { after: { code: row.code, reason } })
  return {
    senderIdentityNumber: row.sender_identity_number,
    receiverIdentityNumber: row.receiver_identity_number,
    payeeIdentityNumber: payee?.identity_number ?? null,
  }
}
