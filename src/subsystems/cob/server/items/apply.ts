import { sql } from 'kysely'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { DeliveryState, EventKind, ItemMark, MoneyState } from '../../contract/machines.ts'
import { type Collection, decide, post } from './collections.ts'
import { fold } from './fold.ts'
import type { KeptEvent, Refolded, StoredItem } from './stored.ts'

/**
 * Works out anew what the events of some items come to: state, courier, attempts, marks, and the money, booked in the same transaction. Items are locked
 * in one order, accounts after them. Throws CollectionsRefused for what the ledger refuses.
 */
export async function applyEvents(tx: Tx, codes: readonly string[], now: Date): Promise<void> {
  const items = await lockItems(tx, codes)
  if (items.length === 0) return
  const refolded = await refold(tx, items)
  const { collections, steps } = await decide(tx, refolded, now)
  await writeFolded(tx, refolded, collections, now)
  await post(tx, steps, now)
}

type Sums = 'codAmount' | 'collectedAmount' | 'handedInAmount'

/** Locks items by their codes, in one order, and gives them the events that have waited for them. Unknown ones are left out. */
async function lockItems(tx: Tx, codes: readonly string[]): Promise<StoredItem[]> {
  const { rows } = await sql<Omit<StoredItem, Sums> & Record<Sums, string>>`
    select id, code, key_account_id as "keyAccountId", cod_amount as "codAmount", courier_id as "courierId", delivery_state as "deliveryState", money_state as "moneyState",
      collected_event_id as "collectedEventId", collected_amount as "collectedAmount", collected_at as "collectedAt", handed_in_amount as "handedInAmount",
      due_on as "dueOn", hold_reason is not null as held, handed_in_amount > 0 or refunded_at is not null as fixed
    from cob.item i where code = any(${[...codes]}::text[]) order by id for no key update`.execute(tx)
  await sql`
    update cob.event e set item_id = i.id from cob.item i
     where e.item_id is null and e.item_code = i.code and e.partner_id = i.partner_id and i.code = any(${rows.map(({ code }) => code)}::text[])`.execute(tx)
  return rows.map((row) => ({
    ...row,
    codAmount: parseMoney(row.codAmount),
    collectedAmount: parseMoney(row.collectedAmount),
    handedInAmount: parseMoney(row.handedInAmount),
  }))
}

/** Folds all events of some items, locked before. */
async function refold(tx: Tx, items: readonly StoredItem[]): Promise<Refolded[]> {
  const { rows } = await sql<Omit<KeptEvent, 'amount'> & { itemId: string; kind: EventKind; amount: string | null }>`
    select id, item_id as "itemId", kind, at, reference, unit_id as "unitId", courier_id as "courierId", amount
      from cob.event where item_id = any(${items.map(({ id }) => id)}::bigint[])`.execute(tx)
  const byItem = Map.groupBy(rows, ({ itemId }) => itemId)
  return items.map((item) => {
    const events = (byItem.get(item.id) ?? []).map(({ amount, ...event }): KeptEvent => ({ ...event, amount: amount === null ? null : parseMoney(amount) }))
    // The one that counts is one of these, with its row.
    return { item, folded: fold(events, item.codAmount) as Refolded['folded'], events: events.length }
  })
}

/**
 * Where the money of an item is. Handing in and paying out are not the feed's, but what is handed in whole is owed to the sender only once it is
 * delivered, and no longer when it comes back after all. Pure.
 */
export function moneyOf(item: Pick<StoredItem, 'moneyState' | 'handedInAmount' | 'held'>, delivery: DeliveryState, collected: Hundredths): MoneyState {
  if (item.moneyState === 'PAID_OUT') return 'PAID_OUT'
  if (collected === 0n) return delivery === 'RETURNED' || delivery === 'CANCELLED' ? 'WAIVED' : 'NONE'
  if (item.handedInAmount === 0n) return 'COLLECTED'
  if (item.handedInAmount < collected) return 'PARTIAL'
  return delivery === 'DELIVERED' && !item.held ? 'PAYABLE' : 'HANDED_IN'
}

/** The marks of its events, and whether what is booked is what they say. */
function marksOf({ item, folded: { marks, collected } }: Refolded, counts: Collection | undefined): ItemMark[] {
  const found = new Set(marks)
  if (!counts || counts.eventId === collected?.id) return [...found]
  if (counts.amount === item.codAmount) found.delete('WRONG_AMOUNT')
  else found.add('WRONG_AMOUNT')
  return [...found, 'OTHER_COLLECTION']
}

/** Writes what the folds came to. `collections`: what counts as collected, by item. */
async function writeFolded(tx: Tx, refolded: readonly Refolded[], collections: ReadonlyMap<string, Collection>, now: Date): Promise<void> {
  const rows = refolded.map((one) => {
    const { item, folded, events } = one
    const counts = collections.get(item.id)
    const delivery = folded.delivery ?? item.deliveryState
    return {
      id: item.id,
      delivery_state: delivery,
      delivered_at: folded.deliveredAt,
      returned_at: folded.returnedAt,
      courier_id: counts?.courierId ?? folded.courierId,
      attempts: folded.attempts,
      money_state: moneyOf(item, delivery, counts?.amount ?? 0n),
      collected_event_id: counts?.eventId ?? null,
      collected_amount: formatMoney(counts?.amount ?? 0n),
      collected_at: counts?.at ?? null,
      due_on: counts?.dueOn ?? null,
      marks: marksOf(one, counts),
      events,
    }
  })
  await sql`
    update cob.item i set delivery_state = r.delivery_state, delivered_at = r.delivered_at, returned_at = r.returned_at, courier_id = r.courier_id, attempts = r.attempts,
        money_state = r.money_state, collected_event_id = r.collected_event_id, collected_amount = r.collected_amount, collected_at = r.collected_at, due_on = r.due_on,
        marks = array(select jsonb_array_elements_text(r.marks)), events = r.events, updated_by = 'gateway', updated_at = ${now}, version = i.version + 1
      from json_to_recordset(${JSON.stringify(rows)}) as r (id bigint, delivery_state text, delivered_at timestamptz, returned_at timestamptz, courier_id bigint,
        attempts smallint, money_state text, collected_event_id bigint, collected_amount numeric, collected_at timestamptz, due_on date, marks jsonb, events integer)
     where i.id = r.id`.execute(tx)
}
