import { sql } from 'kysely'
import { type ApprovalContext, type ApprovalKind, ask, decidedBy, defineApprovalKind } from '#core/approvals/server/public.ts'
import { post, reverse } from '#core/ledger/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, parseMoney, showMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { unitsOf } from '#platform/server/record/units.ts'
import { refusedField, refuseField } from '#platform/server/refusals.ts'
import { codAmountKind, codRefundKind } from '../../contract/item-approvals.ts'
import {
  AmountPayload,
  AmountPicture,
  type changeAmount,
  ITEM_SUBJECT,
  itemDeskErrors,
  itemPermissions,
  RefundPayload,
  RefundPicture,
  type refundItem,
} from '../../contract/items.ts'
import { itemsTopic } from '../../contract/machines.ts'
import { mostPerItem } from '../../contract/parameters.ts'
import { itemsBeingCancelled } from '../deposits/being-cancelled.ts'
import { openDayOf } from '../open-day.ts'
import { requireUnpaid } from '../payouts/under-way.ts'
import { requireNotApproved } from '../settlements/standing.ts'
import { type ItemRecord, itemRecords, lockItem, requireUnclaimed } from './record.ts'

type Asked = OutputOf<typeof refundItem>

/** Events count the version of an item up while a request waits: what it rests on is looked at again when it is decided. */
const STEADY = 0
const place = (row: ItemRecord) => ({ ...unitsOf(row), partnerId: row.partner_id })

/** What both kinds of requests about an item have in common. */
const common = {
  subjectType: ITEM_SUBJECT,
  entity: 'cob.items.item' as const,
  permissions: { ask: itemPermissions.ask, see: itemPermissions.see },
  tiers: [{ upTo: null, decide: itemPermissions.approve }] as const,
  days: 7,
  hold: async ({ tx }: ApprovalContext, { subjectId, version }: { subjectId: string; version: number }) => {
    const row = await lockItem(tx, subjectId)
    if (row.version !== version) throw new AppError(errors.stale, {}, { data: { version: row.version } })
    return STEADY
  },
  versionNow: async ({ tx }: ApprovalContext, id: string) => (await itemRecords.locked(tx, id)) && STEADY,
  release: async () => {
    // Nothing of the item waits.
  },
}

const OPEN_FOR_CHANGE: readonly string[] = ['ACCEPTED', 'IN_TRANSIT', 'AT_OFFICE', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY']

/** Throws COB-506 once money was taken, COB-505 once it is delivered, returned or on its way back, COB-507 for the amount that it has. */
function requireChangeable({ code, delivery_state: state, collected_at: collectedAt, cod_amount: amount }: ItemRecord, codAmount: string): void {
  if (collectedAt !== null) throw new AppError(itemDeskErrors.amountCollected, { code })
  if (!OPEN_FOR_CHANGE.includes(state)) throw new AppError(itemDeskErrors.amountTooLate, { code })
  if (parseMoney(amount) === parseMoney(codAmount)) throw new AppError(itemDeskErrors.amountSame)
}

/** An item of the caller's scope, at the version seen. */
async function askAbout(kind: ApprovalKind, { id, version, reason }: { id: string; version: number; reason: string }, payload: object, ctx: CommandContext) {
  const { row } = await itemRecords.forChange(ctx, { id, version })
  const { requestId } = await ask(ctx, kind, { subjectId: id, version, payload, reason })
  ctx.subject(ITEM_SUBJECT, id, { after: { code: row.code, request: requestId } })
  return { id, version, requestId } satisfies Asked
}

export async function askAmount({ codAmount, ...asked }: InputOf<typeof changeAmount>, ctx: CommandContext): Promise<Asked> {
  const amount = parseMoney(codAmount)
  if (amount < 0n || amount % 100n !== 0n) refuseField('codAmount', 'moneyWhole', ctx.language)
  const limit = await parameter(ctx.tx, mostPerItem)
  if (amount > limit) throw refusedField('codAmount', itemDeskErrors.amountOver, ctx.language, { limit: showMoney(formatMoney(limit), ctx.language, 0) })
  return askAbout(amountApproval, asked, { codAmount: formatMoney(amount) }, ctx)
}

export async function askRefund(asked: InputOf<typeof refundItem>, ctx: CommandContext): Promise<Asked> {
  const { row } = await itemRecords.forChange(ctx, { id: asked.id, version: asked.version })
  return askAbout(refundApproval, asked, { amount: row.collected_amount }, ctx)
}

/** Whether it has been out with a postman, who may have told the receiver the amount of then. */
async function hasBeenOut(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ out: boolean }>`select exists (select from cob.event where item_id = ${id} and kind = 'OUT_FOR_DELIVERY') as out`.execute(tx)
  return rows[0]?.out === true
}

/** Another amount is to be collected, agreed to by two people before anything is collected. */
export const amountApproval: ApprovalKind = defineApprovalKind<AmountPayload>({
  ...codAmountKind,
  ...common,
  payload: AmountPayload,
  picture: AmountPicture,
  async describe({ tx }, id, { codAmount }) {
    const row = await lockItem(tx, id)
    requireChangeable(row, codAmount)
    const pictured = { deliveryState: row.delivery_state }
    const money = parseMoney(codAmount) - parseMoney(row.cod_amount)
    return {
      ...{ code: row.code, place: place(row), money, rows: 1 },
      before: { codAmount: row.cod_amount, ...pictured },
      after: { codAmount, ...pictured },
    }
  },
  async apply(ctx, { subjectId, payload: { codAmount }, reason }) {
    const { tx } = ctx
    const row = await lockItem(tx, subjectId)
    requireChangeable(row, codAmount)
    const out = row.delivery_state === 'OUT_FOR_DELIVERY' || (await hasBeenOut(tx, subjectId))
    const marks = out && !row.marks.includes('AMOUNT_CHANGED') ? [...row.marks, 'AMOUNT_CHANGED'] : row.marks
    const { by, at } = decidedBy(ctx)
    await itemRecords.save(tx, { by, at }, row, { cod_amount: codAmount, marks })
    await sql`
      insert into cob.amount_change (item_id, before, after, after_out, reason, decided_by, decided_at)
      values (${subjectId}, ${row.cod_amount}, ${codAmount}, ${out}, ${reason}, ${by}, ${at})`.execute(tx)
    await publish(tx, { topic: itemsTopic })
  },
})

/** All of it is at the operator, and nobody is owed it but the receiver: it was handed in before the item came back. */
const isHandedIn = (row: ItemRecord): boolean => row.money_state === 'HANDED_IN' && parseMoney(row.handed_in_amount) === parseMoney(row.collected_amount)

/**
 * Throws COB-509 for one that is delivered, COB-243 while a statement of it is approved, COB-612 while a counter pays its sender, COB-508 where its deposit
 * is being given back, a postman still owes some of it, or its key account is charged for it already.
 */
async function operatorHolds(tx: Tx, row: ItemRecord): Promise<{ courierName: null }> {
  const { id, code } = row
  if (row.delivery_state === 'DELIVERED') throw new AppError(itemDeskErrors.refundDelivered, { code })
  await requireUnclaimed(tx, row)
  await requireNotApproved(tx, row)
  await requireUnpaid(tx, [id])
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from cob.settlement_line l where l.item_id = ${id} and l.released_at is null)
      or exists (select from cob.recovery r where r.item_id = ${id} and (r.recovered < r.amount
        or exists (select from cob.settlement_deduction d where d.recovery_id = r.id and d.released_at is null)))
      or ${id}::bigint in ${itemsBeingCancelled} or (select coalesce(sum(p.amount), 0) <> 0 from cob.position p where p.item_id = ${id}) as open`.execute(tx)
  if (rows[0]?.open) throw new AppError(itemDeskErrors.refundNotWhole, { code })
  return { courierName: null }
}

/**
 * Throws COB-508 unless all that was collected is still with the postman who took it, COB-509 for one that is delivered and not back, COB-510 while a
 * hand-in is under way. Answers the collection.
 */
async function requireRefundable(tx: Tx, row: ItemRecord) {
  const { code, money_state: money, delivery_state: state } = row
  if (money !== 'COLLECTED' || parseMoney(row.handed_in_amount) !== 0n) throw new AppError(itemDeskErrors.refundNotWhole, { code })
  if (state === 'DELIVERED') throw new AppError(itemDeskErrors.refundDelivered, { code })
  await requireUnclaimed(tx, row)
  const { rows } = await sql<{ amount: string; sum: string; courierId: string; unitId: string; dueOn: string; journalId: string; courierName: string }>`
    select p.amount, (select sum(amount) from cob.position where item_id = p.item_id) as sum, p.courier_id as "courierId", p.unit_id as "unitId",
      p.due_on as "dueOn", p.journal_id as "journalId", c.name as "courierName"
    from cob.position p join cob.courier_directory c on c.id = p.courier_id
    where p.item_id = ${row.id} and p.kind = 'COLLECT' order by p.id desc limit 1`.execute(tx)
  const [collected] = rows
  const whole = parseMoney(row.collected_amount)
  if (!collected || parseMoney(collected.amount) !== whole || parseMoney(collected.sum) !== whole) throw new AppError(itemDeskErrors.refundNotWhole, { code })
  return collected
}

/** It stands with what is to be given back to receivers from now on, no longer with what its sender is owed. No postman's position changes. */
async function owedToReceiver(tx: Tx, row: ItemRecord, { requestId, reason, now }: { requestId: string; reason: string; now: Date }): Promise<void> {
  const { rows } = await sql<{ payable: string; returned: string }>`
    select coalesce(k.account_id, p.account_id) as payable, r.account_id as returned
      from payment.service_account p join payment.service_account r on r.service = 'COD' and r.role = 'returnedPaid'
      left join cob.key_account k on k.id = ${row.key_account_id} where p.service = 'COD' and p.role = 'retailPayable'`.execute(tx)
  const { payable, returned } = rows[0] as (typeof rows)[number]
  const amount = parseMoney(row.collected_amount)
  await post(tx, {
    ...{ businessKey: `cod-refunded:${row.id}:${requestId}`, kind: 'COD_REFUNDED', service: 'COD', sourceType: ITEM_SUBJECT, sourceId: row.id },
    ...{ businessDate: await openDayOf(tx, row.unit_id, localDate(now)), occurredAt: now },
    description: `Trả lại tiền COD ${row.code} cho người nhận: ${reason}`.slice(0, 1000),
    entries: [
      { accountId: payable, side: 'D', amount },
      { accountId: returned, side: 'C', amount },
    ],
  })
}

/** What the postman has taken, or has handed in of an item that came back, goes back to the receiver: nobody else is owed it any more. */
export const refundApproval: ApprovalKind = defineApprovalKind<RefundPayload>({
  ...codRefundKind,
  ...common,
  payload: RefundPayload,
  picture: RefundPicture,
  async describe({ tx }, id) {
    const row = await lockItem(tx, id)
    const { courierName } = isHandedIn(row) ? await operatorHolds(tx, row) : await requireRefundable(tx, row)
    const facts = { collectedAmount: row.collected_amount, courierName }
    return {
      ...{ code: row.code, place: place(row), money: parseMoney(row.collected_amount), rows: 1, beneficiary: row.receiver_name },
      before: { ...facts, moneyState: row.money_state },
      after: { ...facts, moneyState: 'WAIVED' },
    }
  },
  async apply(ctx, { id: requestId, subjectId, payload: { amount }, reason }) {
    const { tx, now } = ctx
    const row = await lockItem(tx, subjectId)
    const { by, at } = decidedBy(ctx)
    if (isHandedIn(row)) {
      await operatorHolds(tx, row)
      if (parseMoney(row.collected_amount) !== parseMoney(amount)) throw new AppError(itemDeskErrors.refundNotWhole, { code: row.code })
      await itemRecords.save(tx, { by, at }, row, { money_state: 'WAIVED', refunded_at: at })
      await owedToReceiver(tx, row, { requestId, reason, now })
      await publish(tx, { topic: itemsTopic })
      return
    }
    const collected = await requireRefundable(tx, row)
    if (parseMoney(collected.amount) !== parseMoney(amount)) throw new AppError(itemDeskErrors.refundNotWhole, { code: row.code })
    const day = await openDayOf(tx, collected.unitId, localDate(now))
    const { journalId } = await reverse(tx, {
      ...{ journalId: collected.journalId, businessKey: `cod-refunded:${subjectId}:${requestId}`, kind: 'COD_REFUNDED' },
      ...{ businessDate: day, occurredAt: now, reason: `Trả lại tiền COD ${row.code} cho người nhận: ${reason}`.slice(0, 1000) },
    })
    await sql`
      insert into cob.position (courier_id, item_id, key_account_id, kind, amount, business_date, due_on, journal_id, unit_id, head_unit_id, at)
      select ${collected.courierId}, ${subjectId}, ${row.key_account_id}, 'ADJUST', -${collected.amount}::numeric, ${day}, ${collected.dueOn}, ${journalId}, u.id, u.head_unit_id, ${at}
        from organisation.unit u where u.id = ${collected.unitId}`.execute(tx)
    await itemRecords.save(tx, { by, at }, row, { money_state: 'WAIVED', refunded_at: at })
    await publish(tx, { topic: itemsTopic })
  },
})
