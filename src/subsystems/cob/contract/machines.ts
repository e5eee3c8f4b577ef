import type { z } from 'zod'
import type { LiveTopic } from '#kernel/live.ts'
import { enumOf } from '#kernel/primitives.ts'

/** Items, their money or what is kept of them have moved, somewhere. */
export const itemsTopic: LiveTopic = { name: 'cob.items' }

/** Where an item is; what its events say, in the order in which they happened (server/items/fold.ts). */
export const DeliveryState = enumOf('cob.items.deliveryState', [
  'ACCEPTED',
  'IN_TRANSIT',
  'AT_OFFICE',
  'OUT_FOR_DELIVERY',
  'FAILED_DELIVERY',
  'DELIVERED',
  'RETURNING',
  'RETURNED',
  'CANCELLED',
])
export type DeliveryState = z.output<typeof DeliveryState>

/** Where its money is. PARTIAL: a part of what was collected is handed in. WAIVED: nothing is to be collected any more. */
export const MoneyState = enumOf('cob.items.moneyState', ['NONE', 'COLLECTED', 'PARTIAL', 'HANDED_IN', 'PAYABLE', 'PAID_OUT', 'WAIVED'])
export type MoneyState = z.output<typeof MoneyState>

/** What is told of an item. COLLECTED is money and no part of the way: it is never inferred from a delivery. */
export const EventKind = enumOf('cob.items.eventKind', [
  'ACCEPTED',
  'DEPARTED',
  'ARRIVED',
  'OUT_FOR_DELIVERY',
  'FAILED_DELIVERY',
  'DELIVERED',
  'COLLECTED',
  'RETURNING',
  'RETURNED',
  'CANCELLED',
])
export type EventKind = z.output<typeof EventKind>

/** Why an item is to be watched, as far as its own events show it. */
export const ItemMark = enumOf('cob.items.mark', [
  'DELIVERED_NOT_COLLECTED',
  'COLLECTED_NOT_DELIVERED',
  'COLLECTED_TWICE',
  'WRONG_AMOUNT',
  'DELIVERED_AND_RETURNED',
  // Its events say that another collection came first, when money of the one that is booked was handed in already.
  'OTHER_COLLECTION',
  // Of people, not of events: changed after it was out for delivery. A trigger keeps it when events are folded anew (1050_cob_item_desk.sql).
  'AMOUNT_CHANGED',
])
export type ItemMark = z.output<typeof ItemMark>
