import { sql } from 'kysely'
import { defineNotification, notify } from '#core/notifications/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { showMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import type { remindCouriers } from '../../contract/board.ts'
import { ITEMS_ROUTE } from '../../contract/item-paths.ts'
import { itemDeskErrors, itemPermissions } from '../../contract/items.ts'
import { itemsTopic } from '../../contract/machines.ts'

/** A postman is reminded once in this time, whoever presses. */
const PAUSE_MS = 3_600_000

const toPostman = defineNotification({
  name: 'COD_HAND_IN_REMINDER',
  text: { vi: '{by} nhắc bạn nộp {amount} đồng tiền COD đang giữ', en: '{by} reminds you to hand in the VND {amount} of COD money that you hold' },
})
const toOffice = defineNotification({
  name: 'COD_HAND_IN_OFFICE',
  text: {
    vi: '{by} nhắc bưu cục thu {amount} đồng tiền COD của bưu tá {courier}',
    en: '{by} reminds your office to take in the VND {amount} of COD money that postman {courier} holds',
  },
})

interface Owing {
  id: string
  code: string
  name: string
  unitId: string
  staffId: string | null
  amount: string
  remindedAt: Date | null
}

/** Those within the caller's scope who hold something. */
async function owing({ scope }: CommandContext, ids: readonly string[]): Promise<Owing[]> {
  const held = scope
    .selectFrom('cob.held as h')
    .where('h.courier_id', 'in', [...ids])
    .where(sql<boolean>`h.amount <> 0`)
    .groupBy('h.courier_id')
    .having(sql<boolean>`sum(h.amount) > 0`)
    .select(['h.courier_id', sql<string>`sum(h.amount)::numeric(20,2)`.as('amount')])
  return scope
    .selectFrom('cob.courier as c')
    .innerJoin(held.as('s'), 's.courier_id', 'c.id')
    .leftJoin('cob.reminder as r', 'r.courier_id', 'c.id')
    .select(['c.id', 'c.code', 'c.name', 'c.unit_id as unitId', 'c.staff_id as staffId', 's.amount', 'r.reminded_at as remindedAt'])
    .orderBy('c.id')
    .execute() as Promise<Owing[]>
}

export async function remind({ courierIds }: InputOf<typeof remindCouriers>, ctx: CommandContext): Promise<OutputOf<typeof remindCouriers>> {
  const { tx, now, session } = ctx
  const found = await owing(ctx, [...new Set(courierIds)])
  if (found.length === 0) throw new AppError(itemDeskErrors.nothingToRemind)
  const due = found.filter(({ remindedAt }) => !remindedAt || now.getTime() - remindedAt.getTime() >= PAUSE_MS)
  let people = 0
  for (const courier of due) {
    const amount = { vi: showMoney(courier.amount, 'vi', 0), en: showMoney(courier.amount, 'en', 0) }
    const own = courier.staffId === null ? [] : await accountsOf(tx, courier.staffId)
    const link = `${ITEMS_ROUTE}?${new URLSearchParams([
      ['courierId', courier.id],
      ['from', ''],
      ['moneyState', 'COLLECTED'],
      ['moneyState', 'PARTIAL'],
    ])}`
    if (own.length > 0) await notify(tx, { userIds: own, kind: toPostman, params: { by: session.fullName, amount }, link })
    const others = own.length > 0 ? [] : await ofOffice(tx, courier.unitId)
    await notify(tx, { userIds: others, kind: toOffice, params: { by: session.fullName, amount, courier: `${courier.name} (${courier.code})` }, link })
    people += own.length + others.length
  }
  await sql`
    insert into cob.reminder (courier_id, reminded_at, reminded_by, amount)
    select r.id, ${now}::timestamptz, ${session.account}, r.amount from json_to_recordset(${JSON.stringify(due.map(({ id, amount }) => ({ id, amount })))}) as r (id bigint, amount numeric)
    on conflict (courier_id) do update set reminded_at = excluded.reminded_at, reminded_by = excluded.reminded_by, amount = excluded.amount`.execute(tx)
  const names = due.map(({ code }) => code).join(', ')
  ctx.subject('cob.courier', due.length === 1 ? (due[0] as Owing).id : null, { after: { code: names } })
  await publish(tx, { topic: itemsTopic })
  return { couriers: due.length, people, names }
}

/** The active users of a member of staff. */
export async function accountsOf(db: Queryable, staffId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select p.user_id::text as id from iam.account_place p join iam.person w on w.id = p.user_id and w.active where p.staff_id = ${staffId} order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Those who look after items where the postman works, or in the nearest unit above where somebody does. */
async function ofOffice(db: Queryable, unitId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive path as (
      select u.id, u.parent_id, 0 as depth from organisation.unit_directory u where u.id = ${unitId}
      union all select u.id, u.parent_id, path.depth + 1 from organisation.unit_directory u join path on u.id = path.parent_id
    ), able as (
      select p.id, path.depth from path join iam.person p on p.unit_id = path.id and p.active
      join iam.effective_permission e on e.user_id = p.id and e.uri = ${itemPermissions.see}
    )
    select distinct id::text from able where depth = (select min(depth) from able) order by 1 limit 20`.execute(db)
  return rows.map(({ id }) => id)
}
