import { sql } from 'kysely'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { DeliveryState, EventKind, MoneyState } from '../../contract/machines.ts'
import { type Folded, fold, type ItemEvent } from './fold.ts'

/** An event with the row that it is kept in. */
export interface KeptEvent extends ItemEvent {
  id: string
}

/** An item as it stands, locked. */
export interface StoredItem {
  id: string
  code: string
  keyAccountId: string | null
  codAmount: Hundredths
  unitId: string
  officeUnitId: string | null
  courierId: string | null
  deliveryState: DeliveryState
  moneyState: MoneyState
  collectedEventId: string | null
  collectedAmount: Hundredths
  handedInAmount: Hundredths
}

/** An item whose events have been folded anew. */
export interface Refolded {
  item: StoredItem
  folded: Folded & { collected: KeptEvent | null }
}

/** Locks items by their codes, in one order, and gives them the events that have waited for them. Unknown ones are left out. */
export async function lockItems(tx: Tx, codes: readonly string[]): Promise<StoredItem[]> {
  const { rows } = await sql<
    Omit<StoredItem, 'codAmount' | 'collectedAmount' | 'handedInAmount'> & Record<'codAmount' | 'collectedAmount' | 'handedInAmount', string>
  >`
    select id, code, key_account_id as "keyAccountId", cod_amount as "codAmount", unit_id as "unitId", office_unit_id as "officeUnitId", courier_id as "courierId",
      delivery_state as "deliveryState", money_state as "moneyState", collected_event_id as "collectedEventId", collected_amount as "collectedAmount",
      handed_in_amount as "handedInAmount"
    from cob.item where code = any(${[...codes]}::text[]) order by id for no key update`.execute(tx)
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
export async function refold(tx: Tx, items: readonly StoredItem[]): Promise<Refolded[]> {
  const { rows } = await sql<Omit<KeptEvent, 'amount'> & { itemId: string; kind: EventKind; amount: string | null }>`
    select id, item_id as "itemId", kind, at, reference, unit_id as "unitId", courier_id as "courierId", amount
      from cob.event where item_id = any(${items.map(({ id }) => id)}::bigint[])`.execute(tx)
  const byItem = Map.groupBy(rows, ({ itemId }) => itemId)
  return items.map((item) => {
    const events = (byItem.get(item.id) ?? []).map(({ amount, ...event }): KeptEvent => ({ ...event, amount: amount === null ? null : parseMoney(amount) }))
    // The one that counts is one of these, with its row.
    return { item, folded: fold(events, item.codAmount) as Refolded['folded'] }
  })
}

/** What has become of the money of an item whose collection is another one now; handing in and paying out are not the feed's. */
export function moneyOf({ moneyState, handedInAmount }: StoredItem, { collected, delivery }: Folded): MoneyState {
  if (moneyState === 'PAYABLE' || moneyState === 'PAID_OUT') return moneyState
  if (!collected?.amount) return delivery === 'RETURNED' || delivery === 'CANCELLED' ? 'WAIVED' : 'NONE'
  if (handedInAmount === 0n) return 'COLLECTED'
  return handedInAmount < collected.amount ? 'PARTIAL' : 'HANDED_IN'
}

/** Writes what the folds came to. `dueOn`: until when the collected money of an item is to be handed in. */
export async function writeFolded(tx: Tx, folded: readonly Refolded[], dueOn: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const rows = folded.map(({ item, folded: now_ }) => ({
    id: item.id,
    delivery_state: now_.delivery ?? item.deliveryState,
    delivered_at: now_.deliveredAt,
    returned_at: now_.returnedAt,
    courier_id: now_.collected?.courierId ?? now_.courierId ?? item.courierId,
    attempts: now_.attempts,
    money_state: moneyOf(item, now_),
    collected_event_id: now_.collected?.id ?? null,
    collected_amount: formatMoney(now_.collected?.amount ?? 0n),
    collected_at: now_.collected?.at ?? null,
    due_on: dueOn.get(item.id) ?? null,
    marks: now_.marks,
  }))
  await sql`
    update cob.item i set delivery_state = r.delivery_state, delivered_at = r.delivered_at, returned_at = r.returned_at, courier_id = r.courier_id, attempts = r.attempts,
        money_state = r.money_state, collected_event_id = r.collected_event_id, collected_amount = r.collected_amount, collected_at = r.collected_at,
        due_on = coalesce(r.due_on, i.due_on), marks = array(select jsonb_array_elements_text(r.marks)),
        events = (select count(*) from cob.event e where e.item_id = i.id), updated_at = ${now}, version = i.version + 1
      from json_to_recordset(${JSON.stringify(rows)}) as r (id bigint, delivery_state text, delivered_at timestamptz, returned_at timestamptz, courier_id bigint,
        attempts smallint, money_state text, collected_event_id bigint, collected_amount numeric, collected_at timestamptz, due_on date, marks jsonb)
     where i.id = r.id`.execute(tx)
}
