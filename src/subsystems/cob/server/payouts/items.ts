import { type RawBuilder, sql } from 'kysely'
import { isoLocal, showTimestamp } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { HOLD_REASONS } from '../../contract/items.ts'
import { senderPayoutErrors } from '../../contract/payouts/errors.ts'
import { senderSlip } from '../../contract/payouts/service.ts'
import { itemsBeingCancelled } from '../deposits/being-cancelled.ts'

/** An item as a counter needs to know it. */
export interface PayableItem {
  id: string
  code: string
  keyAccount: string | null
  senderName: string
  receiverName: string
  acceptedOffice: string
  acceptedAt: Date
  moneyState: string
  deliveryState: string
  refunded: boolean
  /** What was collected of it: what its sender is owed. */
  amount: Hundredths
  /** A deposit that has brought it is being given back. */
  beingCancelled: boolean
  /** Key of the reason why it is held. */
  holdReason: string | null
  /** A payout that came to nothing and was reported as made later, by its code, while nobody has settled that. */
  disputed: string | null
  /** The payout that it has, which is under way, unknown or made. */
  payout: { status: 'CLAIMED' | 'UNKNOWN' | 'PAID'; office: string; at: Date } | null
}

type Row = Omit<PayableItem, 'amount' | 'payout'> & { amount: string }

/** The payout of the item `i` of which reports contradict each other; null where there is none. */
export const disputedPayout = sql`(select min(d.code) from cash.disputed_slip d where d.source_kind = ${sql.lit(senderSlip.kind)} and d.source_id = i.code and not d.booked)`

const FIELDS = sql`i.id, i.code, k.code as "keyAccount", i.sender_name as "senderName", i.receiver_name as "receiverName", u.name as "acceptedOffice", i.accepted_at as "acceptedAt",
  i.money_state as "moneyState", i.delivery_state as "deliveryState", i.refunded_at is not null as refunded, i.collected_amount as amount, i.hold_reason as "holdReason",
  i.id in ${itemsBeingCancelled} as "beingCancelled", ${disputedPayout} as disputed`

/** Items that a condition on `i` holds of, in the order asked for, with their payouts. */
export async function readItems(db: Queryable, where: RawBuilder<unknown>, order: RawBuilder<unknown> = sql`order by i.id`): Promise<PayableItem[]> {
  const { rows } = await sql<Row>`
    select ${FIELDS} from cob.item i join organisation.unit u on u.id = i.accepted_unit_id left join cob.key_account k on k.id = i.key_account_id where ${where} ${order}`.execute(
    db,
  )
  const payouts = await payoutsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: parseMoney(amount), payout: payouts.get(row.id) ?? null }))
}

async function payoutsOf(db: Queryable, ids: readonly string[]): Promise<Map<string, NonNullable<PayableItem['payout']>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<NonNullable<PayableItem['payout']> & { itemId: string }>`
    select p.item_id as "itemId", case when s.status in ('CLAIMED', 'UNKNOWN') then s.status else 'PAID' end as status, u.name as office, s.occurred_at as at
    from cob.sender_payout p join cash.slip s on s.transaction_id = p.transaction_id join organisation.unit u on u.id = s.unit_id
    where p.item_id = any(${ids}::bigint[]) and p.stands and not p.excess`.execute(db)
  return new Map(rows.map(({ itemId, ...payout }) => [itemId, payout]))
}

/** Items by code, locked in one order as everybody locks them; what they are is read once nobody else changes it. */
export async function lockByCode(tx: Tx, codes: readonly string[]): Promise<Map<string, PayableItem>> {
  const asked = [...new Set(codes)]
  await sql`select from cob.item where code = any(${asked}::text[]) order by id for no key update`.execute(tx)
  return new Map((await readItems(tx, sql`i.code = any(${asked}::text[])`)).map((item) => [item.code, item]))
}

/** `lockByCode`, by id. */
export async function lockById(tx: Tx, ids: readonly string[]): Promise<Map<string, PayableItem>> {
  const asked = [...new Set(ids)]
  await sql`select from cob.item where id = any(${asked}::bigint[]) order by id for no key update`.execute(tx)
  return new Map((await readItems(tx, sql`i.id = any(${asked}::bigint[])`)).map((item) => [item.id, item]))
}

/** Why items are held, in words by key; of reasons that are not chosen any more too. */
export async function holdReasons(db: Queryable, language: Language): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; value: string; english: string }>`
    select e.key, e.value, e.value_en as english from masterdata.global_list l join masterdata.global_list_entry e on e.list_id = l.id where l.code = ${HOLD_REASONS}`.execute(
    db,
  )
  return new Map(rows.map(({ key, value, english }) => [key, language === 'en' ? english || value : value]))
}

/** Why a counter may not begin to pay an item: as `payoutRefusal`, and while nobody knows which of two reports is right. Pure. */
export const claimRefusal = (item: PayableItem, reasons: ReadonlyMap<string, string>): AppError | undefined =>
  payoutRefusal(item, reasons) ?? (item.disputed === null ? undefined : new AppError(senderPayoutErrors.disputed, { item: item.code, payout: item.disputed }))

const HAS_PAYOUT = { CLAIMED: senderPayoutErrors.claimed, UNKNOWN: senderPayoutErrors.unknown, PAID: senderPayoutErrors.paid } as const

/** Why nothing is paid beside a payout. */
export const refusedBeside = (item: string, { status, office, at }: NonNullable<PayableItem['payout']>): AppError =>
  new AppError(HAS_PAYOUT[status], { item, office, at: showTimestamp(isoLocal(at)) })

/** Why a counter does not pay an item; undefined where it does. `reasons`: why items are held, in words by key. Pure. */
export function payoutRefusal(item: PayableItem, reasons: ReadonlyMap<string, string>): AppError | undefined {
  const { code, keyAccount, payout, moneyState, deliveryState, refunded, amount, holdReason } = item
  if (keyAccount !== null) return new AppError(senderPayoutErrors.ofKeyAccount, { item: code, keyAccount })
  if (payout) return refusedBeside(code, payout)
  if (refunded || moneyState === 'WAIVED' || moneyState === 'PAID_OUT') return new AppError(senderPayoutErrors.notOwed, { item: code })
  if (amount === 0n) return new AppError(senderPayoutErrors.notCollected, { item: code })
  if (holdReason !== null) return new AppError(senderPayoutErrors.onHold, { item: code, reason: reasons.get(holdReason) ?? holdReason })
  if (moneyState === 'COLLECTED' || moneyState === 'PARTIAL') return new AppError(senderPayoutErrors.notHandedIn, { item: code })
  if (item.beingCancelled) return new AppError(senderPayoutErrors.depositCancelled, { item: code })
  return moneyState === 'PAYABLE' && deliveryState === 'DELIVERED' ? undefined : new AppError(senderPayoutErrors.notDelivered, { item: code })
}

/** The account of what retail senders are owed: that of the service of deposits, where collections are booked. */
export async function retailPayable(tx: Queryable): Promise<string> {
  return accountOf(tx, 'COD', 'retailPayable')
}

/** A ledger account of a service by its part. */
export async function accountOf(tx: Queryable, service: string, role: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select account_id as id from payment.service_account where service = ${service} and role = ${role}`.execute(tx)
  if (!rows[0]) throw new Error(`the service ${service} has no account ${role}`)
  return rows[0].id
}
