import { sql } from 'kysely'
import type { InputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { parseMoney, showMoney } from '#kernel/money.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { type grantItem, ITEM_SUBJECT, itemDeskErrors } from '../../contract/items.ts'
import { itemsTopic } from '../../contract/machines.ts'
import { applyEvents } from '../items/apply.ts'
import { itemRecords } from './record.ts'

/** Where an item lies at an office, or is out and may come back. */
const GRANTED_FROM: readonly string[] = ['AT_OFFICE', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY']

/** Seen by the caller, and not closed or locked before the item is with him. */
async function courierOf({ tx, scope, language }: CommandContext, id: string) {
  await sql`select from cob.courier where id = ${id} for share`.execute(tx)
  const courier = await scope
    .selectFrom('cob.courier as c')
    .innerJoin('ledger.account_directory as a', 'a.id', 'c.account_id')
    .select(['c.id', 'c.code', 'c.name', 'c.ceiling', 'c.ceiling_policy as policy', 'c.account_id as accountId'])
    .where('c.id', '=', id)
    .where('c.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!courier) throw refusedField('courierId', itemDeskErrors.courierNotThere, language)
  return courier
}

/**
 * The item goes out with another postman. That is an event like those that partners tell, of its office itself: so later ones are folded with it, in the
 * order in which they happen.
 */
export async function grant({ id, version, courierId, reason }: InputOf<typeof grantItem>, ctx: CommandContext) {
  const { tx, now, session } = ctx
  const { row } = await itemRecords.forChange(ctx, { id, version })
  const { code } = row
  if (row.collected_at !== null || !GRANTED_FROM.includes(row.delivery_state)) throw new AppError(itemDeskErrors.grantTooLate, { code })
  if (row.courier_id === courierId) throw refusedField('courierId', itemDeskErrors.courierSame, ctx.language)
  const courier = await courierOf(ctx, courierId)
  if (courier.policy === 'BLOCK' && courier.ceiling !== null) {
    const { rows } = await sql<{ held: string }>`select balance as held from ledger.account where id = ${courier.accountId}`.execute(tx)
    const held = rows[0]?.held ?? '0'
    const shown = (amount: string) => ({ vi: showMoney(amount, 'vi', 0), en: showMoney(amount, 'en', 0) })
    if (parseMoney(held) >= parseMoney(courier.ceiling))
      throw new AppError(itemDeskErrors.courierFull, { courier: courier.code, held: shown(held), ceiling: shown(courier.ceiling) })
  }
  // A sign that no reference of a partner has.
  const reference = `GRANT:${id}:${row.version}`
  await sql`
    insert into cob.event (partner_id, reference, item_code, item_id, kind, at, unit_id, courier_id, reason, received_at)
    values (${row.partner_id}, ${reference}, ${code}, ${id}, 'OUT_FOR_DELIVERY', ${now}, ${row.unit_id}, ${courierId}, ${reason}, ${now})`.execute(tx)
  await applyEvents(tx, [code], now)
  const after = await tx
    .updateTable('cob.item')
    .set({ updated_by: session.account })
    .where('id', '=', id)
    .returning(['version', 'courier_id'])
    .executeTakeFirstOrThrow()
  ctx.subject(ITEM_SUBJECT, id, { before: { code, courierId: row.courier_id }, after: { code, courierId: after.courier_id, reason } })
  await publish(tx, { topic: itemsTopic })
  return { id, version: after.version }
}
