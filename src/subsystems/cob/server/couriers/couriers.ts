import { sql } from 'kysely'
import { staffOptions } from '#core/cash/server/public.ts'
import { fireAccount } from '#core/ledger/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/list/find-row.ts'
import { foldedPatterns } from '#platform/server/list/like.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import { oneOf, within, words } from '#platform/server/list/where.ts'
import type { CommandContext, Registrar, RequestContext } from '#platform/server/module.ts'
import { defineRecord, type Ref, type RowOf, stampOf } from '#platform/server/record/record.ts'
import { refusedField } from '#platform/server/refusals.ts'
import {
  type CeilingState,
  changeCourier,
  closeCourier,
  courierMachine,
  courierOptions,
  courierStaff,
  createCourier,
  findCourier,
  listCouriers,
  lockCourier,
  unlockCourier,
} from '../../contract/couriers.ts'
import { cobErrors } from '../../contract/errors.ts'
import { openCouriers } from './open.ts'
import { assertNotOneself, assertStaffFree } from './staff.ts'

const MAX_OPTIONS = 50

/** Facts refer to a postman while he changes. */
const couriers = defineRecord({
  table: 'cob.courier',
  scoped: true,
  machine: courierMachine,
  lock: 'for no key update',
  picture: (row) => ({
    ...{ code: row.code, name: row.name, phone: row.phone, route: row.route, unitId: row.unit_id, ceiling: row.ceiling },
    ...{ ceilingPolicy: row.ceiling_policy, staffId: row.staff_id, status: row.status, stepNote: row.step_note },
  }),
  form: ({ name, phone, route, staffId, ceiling, ceilingPolicy }) => ({ name, phone, route, staffId, ceiling, ceilingPolicy }),
})

/** Of a postman `c` with his account `a`. */
const held = sql.ref<string>('a.balance')
const ceilingState = sql<'WITHIN' | 'NEAR' | 'OVER'>`case when ${held} > c.ceiling then 'OVER' when ${held} >= c.ceiling * 0.8 then 'NEAR' else 'WITHIN' end`

export function registerCouriers(on: Registrar): void {
  on.list(listCouriers, {
    query: courierRows,
    where: {
      text: words('c.code', 'c.name', 'c.phone', 'c.route'),
      unitId: within('c'),
      status: oneOf('c.status'),
      ceilingState: (values: readonly (typeof CeilingState.options)[number][]) => sql<boolean>`${ceilingState} in (${sql.join(values)})`,
    },
    key: 'c.id',
    sort: { code: 'c.code', name: 'c.name', held: 'a.balance', updatedAt: 'c.updated_at' },
  })
  on.query(findCourier, async ({ id }, ctx) => {
    const query = courierRows(ctx)
      .select([sql.ref<string>('a.code').as('accountCode'), 'c.step_note as stepNote'])
      .where('c.id', '=', id)
    return (await findRow(findCourier, query)) as OutputOf<typeof findCourier>
  })
  on.query(courierOptions, options)
  on.query(courierStaff, (input, { scope }) => staffOptions(scope, input))
  on.command(createCourier, create)
  on.command(changeCourier, change)
  on.command(lockCourier, ({ id, version, reason }, ctx) => couriers.fire(ctx, { id, version }, 'lock', { set: { step_note: reason } }))
  on.command(unlockCourier, (ref, ctx) => couriers.fire(ctx, ref, 'unlock', { set: { step_note: '' } }))
  on.command(closeCourier, close)
}

function courierRows({ scope }: RequestContext) {
  return scope
    .selectFrom('cob.courier as c')
    .innerJoin(...lookup('ledger.account as a', { 'a.id': 'c.account_id' }))
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'c.unit_id' }))
    .leftJoin(...lookup('organisation.staff_directory as s', { 's.id': 'c.staff_id' }))
    .select(['c.id', 'c.code', 'c.name', 'c.phone', 'c.route', 'c.unit_id as unitId', 'u.name as unitName'])
    .select(['c.staff_id as staffId', 's.full_name as staffName', held.as('held')])
    .select(['c.ceiling', 'c.ceiling_policy as ceilingPolicy', ceilingState.as('ceilingState'), 'c.status'])
    .select(['c.created_at as createdAt', 'c.updated_at as updatedAt', 'c.updated_by as updatedBy', 'c.version'])
}

async function options({ text = '', codes, ids }: InputOf<typeof courierOptions>, { scope }: RequestContext): Promise<OutputOf<typeof courierOptions>> {
  let query = scope
    .selectFrom('cob.courier as c')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 'c.unit_id' }))
    .select(['c.id', 'c.code', 'c.name', 'u.name as unitName'])
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(MAX_OPTIONS)
  if (codes) query = query.where('c.code', 'in', codes)
  else if (ids) query = query.where('c.id', 'in', ids)
  else query = query.where('c.status', '<>', 'CLOSED')
  for (const pattern of foldedPatterns(text)) query = query.where(sql<string>`platform.fold(c.code || ' ' || c.name)`, 'like', pattern)
  return query.execute()
}

async function create({ code, unitId, name, phone, route, staffId, ceiling, ceilingPolicy }: InputOf<typeof createCourier>, ctx: CommandContext): Promise<Ref> {
  const { tx, scope, language } = ctx
  // Nobody closes the unit meanwhile, and its postmen are added one after the other.
  const unit = await tx.selectFrom('organisation.unit').select('status').where('id', '=', unitId).forNoKeyUpdate().executeTakeFirst()
  const seen = await scope.selectFrom('organisation.unit as u').select('u.id').where('u.id', '=', unitId).executeTakeFirst()
  if (!seen || unit?.status !== 'ACTIVE') throw refusedField('unitId', cobErrors.courierUnitUnknown, language)
  const known = await tx.selectFrom('cob.courier').select('id').where('code', '=', code).executeTakeFirst()
  if (known) throw refusedField('code', cobErrors.courierCodeTaken, language, { code })
  if (staffId) await assertStaffFree(ctx, staffId)
  const input = {
    ...{ code, name, unitId, staffId: staffId ?? null, ceilingPolicy, ceiling: ceiling ? parseMoney(ceiling) : null },
    ...(phone === undefined ? {} : { phone }),
    ...(route === undefined ? {} : { route }),
  }
  const [id = ''] = await openCouriers(tx, [input], stampOf(ctx))
  const { version } = await couriers.lock(tx, { id })
  const after = { code, name, phone: phone ?? '', route: route ?? '', unitId, staffId: staffId ?? null, ceiling: ceiling ?? null, ceilingPolicy }
  ctx.subject(couriers.subject, id, { after })
  return { id, version }
}

async function change(input: InputOf<typeof changeCourier>, ctx: CommandContext): Promise<Ref> {
  const { id, version, name, phone = '', route = '', staffId = null, ceiling = null, ceilingPolicy } = input
  const courier = await couriers.forChange(ctx, { id, version })
  const { status, staff_id: before } = courier.row
  if (status === 'CLOSED') throw new AppError(errors.state, {}, { data: { status } })
  // Whoever he is already stays, although the caller may not see that person or nobody could choose him any more.
  if (staffId !== before) {
    await assertNotOneself(ctx, before)
    if (staffId !== null) await assertStaffFree(ctx, staffId)
  }
  return couriers.update(ctx, courier, { name, phone, route, staff_id: staffId, ceiling, ceiling_policy: ceilingPolicy })
}

async function close({ id, version, reason }: InputOf<typeof closeCourier>, ctx: CommandContext): Promise<Ref> {
  const courier = await couriers.forChange(ctx, { id, version })
  const open = await whatIsOpen(ctx.tx, courier.row, ctx.language)
  if (open.length > 0) throw new AppError(cobErrors.courierHolds, { code: courier.row.code, open: open.join('; ') })
  // Somebody who goes on elsewhere can be another postman there.
  const closed = await couriers.fire(ctx, courier, 'close', { set: { step_note: reason, staff_id: null } })
  await fireAccount(ctx.tx, courier.row.account_id, 'close')
  return closed
}

const OPEN: Record<'balance' | 'items' | 'waiting' | 'handIn' | 'surplus', Record<Language, string>> = {
  balance: { vi: 'còn giữ tiền', en: 'money is still held' },
  items: { vi: 'còn giữ bưu gửi {what}', en: 'item {what} is still carried' },
  surplus: { vi: 'tiền nộp thừa của {what} chưa xử lý', en: 'the surplus of {what} is not settled' },
  handIn: { vi: 'lần nộp {what} chưa kết thúc', en: 'hand-in {what} has not ended' },
  waiting: { vi: 'tiền thu của {what} chờ thông tin chấp nhận', en: 'the collection of {what} waits for its acceptance' },
}

/** What keeps a postman from being closed, in words: money, an item that he has on his way, a hand-in that is not counted, a surplus, a collection that waits for the acceptance of its item. */
async function whatIsOpen(tx: Tx, { id, account_id, code: courierCode }: RowOf<'cob.courier'>, language: Language): Promise<string[]> {
  const { rows } = await sql<{ what: keyof typeof OPEN; code: string }>`
    select 'balance' as what, '' as code from ledger.account where id = ${account_id} and balance <> 0
    union all select * from (select 'items', code from cob.item where courier_id = ${id} and delivery_state = 'OUT_FOR_DELIVERY' order by id limit 1) i
    union all select * from (select 'handIn', code from cob.hand_in where courier_id = ${id} and status in ('DECLARED', 'DISCREPANCY') order by id limit 1) h
    union all select * from (select 'surplus', t.code from cob.deposit d join payment.transaction t on t.id = d.id and t.business_date = d.business_date
      where d.courier_code = ${courierCode} and d.surplus > 0 and t.status in ('SUCCEEDED', 'CANCEL_PENDING') order by d.id limit 1) s
    union all select * from (select 'waiting', item_code from cob.event where courier_id = ${id} and kind = 'COLLECTED' and item_id is null order by id limit 1) e
  `.execute(tx)
  return rows.map(({ what, code }) => OPEN[what][language].replace('{what}', code))
}
