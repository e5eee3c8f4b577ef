import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { defineRecord } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { cfmErrors } from '../contract/errors.ts'
import { MAX_TRIES, moneyOrderMachine, ordersTopic } from '../contract/machine.ts'
import type { revealIdentity, tellReceiver, unlockOrder } from '../contract/orders.ts'
import { seenIn, sentIn } from './order-list.ts'

export const ORDER = 'cash.money_order'

/** Counters move orders; people tell receivers and unlock. */
const orders = defineRecord({
  table: ORDER,
  machine: moneyOrderMachine,
  visible: ({ scope }) => sql<boolean>`${seenIn(scope)}`,
  picture: (row) => ({
    code: row.code,
    status: row.status,
    toldOn: row.told_on,
    toldHow: row.told_how,
    wrongTries: row.wrong_tries,
  }),
})

export async function tell({ id, version, how, toldOn, note = '' }: InputOf<typeof tellReceiver>, ctx: CommandContext) {
  const seen = await orders.forChange(ctx, { id, version })
  const sent = localDate(seen.row.sent_at ?? seen.row.created_at)
  if (toldOn < sent || toldOn > localDate(ctx.now)) throw refusedField('toldOn', cfmErrors.toldWhen, ctx.language, { sent: showDate(sent) })
  await publish(ctx.tx, { topic: ordersTopic })
  return orders.fire(ctx, seen, 'tell', {
    set: { told_at: ctx.now, told_on: toldOn, told_how: how, told_by: ctx.session.account, step_note: note },
    ...(note === '' ? {} : { note: { note } }),
  })
}

/** The sender has shown who they are: wrong secrets are forgotten. */
export async function unlock({ id, version, reason }: InputOf<typeof unlockOrder>, ctx: CommandContext) {
  const seen = await orders.forChange(ctx, { id, version })
  const { code, unit_id, wrong_tries } = seen.row
  if (wrong_tries < MAX_TRIES) throw new AppError(cfmErrors.notLocked, { order: code })
  const { rows } = await sql<{ own: boolean; office: string }>`
    select ${sentIn(ctx.scope)} as own, u.name as office from cash.money_order t join organisation.unit_directory u on u.id = ${unit_id} where t.id = ${id}`.execute(
    ctx.tx,
  )
  const [place] = rows
  if (!place?.own) throw new AppError(cfmErrors.unlockElsewhere, { order: code, office: place?.office ?? '' })
  await publish(ctx.tx, { topic: ordersTopic })
  return orders.update(ctx, seen, { wrong_tries: 0, step_note: reason }, { note: { reason } })
}

export async function reveal({ id, reason }: InputOf<typeof revealIdentity>, ctx: CommandContext): Promise<OutputOf<typeof revealIdentity>> {
  const { row } = await orders.forChange(ctx, { id })
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
