import type { Hundredths } from '#kernel/money.ts'
import type { DeliveryState, MoneyState } from '../../contract/machines.ts'
import type { Folded, ItemEvent } from './fold.ts'

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
  courierId: string | null
  deliveryState: DeliveryState
  moneyState: MoneyState
  collectedEventId: string | null
  collectedAmount: Hundredths
  collectedAt: Date | null
  handedInAmount: Hundredths
  dueOn: string | null
  held: boolean
  /** Money of it is handed in or given back: its collection stays as it is booked. */
  fixed: boolean
}

/** An item whose events have been folded anew. */
export interface Refolded {
  item: StoredItem
  folded: Omit<Folded, 'collected'> & { collected: KeptEvent | null }
  /** How many events it was folded from. */
  events: number
}
