import type { Hundredths } from '#kernel/money.ts'
import type { DeliveryState, EventKind, ItemMark } from '../../contract/machines.ts'

/** An event as it is kept: unique by its reference among those of its partner. */
export interface ItemEvent {
  kind: EventKind
  at: Date
  reference: string
  unitId: string | null
  courierId: string | null
  /** Of COLLECTED. */
  amount: Hundredths | null
}

/** What the events of one item come to. */
export interface Folded {
  /** Undefined until it was accepted: what is told of it before is kept and waits. */
  delivery: DeliveryState | undefined
  deliveredAt: Date | null
  returnedAt: Date | null
  /** Where it is, and who has it, by the last event that names them. */
  unitId: string | null
  courierId: string | null
  attempts: number
  /** The one collection that counts: the first. */
  collected: ItemEvent | null
  marks: ItemMark[]
}

const STATE: Partial<Record<EventKind, DeliveryState>> = {
  ACCEPTED: 'ACCEPTED',
  DEPARTED: 'IN_TRANSIT',
  ARRIVED: 'AT_OFFICE',
  OUT_FOR_DELIVERY: 'OUT_FOR_DELIVERY',
  FAILED_DELIVERY: 'FAILED_DELIVERY',
  DELIVERED: 'DELIVERED',
  RETURNING: 'RETURNING',
  RETURNED: 'RETURNED',
  CANCELLED: 'CANCELLED',
}

/** Of events at one instant the one that comes earlier on the way; acceptance is before everything, whenever it was scanned. */
const RANK: Record<EventKind, number> = {
  ACCEPTED: 0,
  DEPARTED: 1,
  ARRIVED: 2,
  OUT_FOR_DELIVERY: 3,
  FAILED_DELIVERY: 4,
  DELIVERED: 5,
  COLLECTED: 6,
  RETURNING: 7,
  RETURNED: 8,
  CANCELLED: 9,
}

/** What may still follow an end of the way: after a delivery a return; after a return or a cancellation nothing. */
const AFTER: Partial<Record<DeliveryState, readonly EventKind[]>> = { DELIVERED: ['RETURNING', 'RETURNED'], RETURNED: [], CANCELLED: [] }

function before(a: ItemEvent, b: ItemEvent): number {
  const accepted = Number(b.kind === 'ACCEPTED') - Number(a.kind === 'ACCEPTED')
  return accepted || a.at.getTime() - b.at.getTime() || RANK[a.kind] - RANK[b.kind] || (a.reference < b.reference ? -1 : Number(a.reference > b.reference))
}

/**
 * The state of an item by all that was told of it, in whatever order it came: events are put in the order in which they happened, so that late,
 * repeated and crossed ones end in the same state. `wanted`: the amount to be collected. Pure.
 */
export function fold(events: readonly ItemEvent[], wanted: Hundredths): Folded {
  const ordered = [...new Map(events.map((event) => [event.reference, event])).values()].sort(before)
  const result: Folded = {
    ...{ delivery: undefined, deliveredAt: null, returnedAt: null, unitId: null, courierId: null, attempts: 0, collected: null, marks: [] },
  }
  if (ordered[0]?.kind !== 'ACCEPTED') return { ...result, collected: collections(ordered)[0] ?? null }
  for (const event of ordered) step(result, event)
  const taken = collections(ordered)
  result.collected = taken[0] ?? null
  result.marks = marksOf(result, taken, wanted)
  return result
}

const collections = (ordered: readonly ItemEvent[]) => ordered.filter(({ kind }) => kind === 'COLLECTED')

function step(result: Folded, { kind, at, unitId, courierId }: ItemEvent): void {
  const next = STATE[kind]
  const follows = result.delivery === undefined ? undefined : AFTER[result.delivery]
  if (next === undefined || (follows !== undefined && !follows.includes(kind))) return
  if (kind === 'ACCEPTED' && result.delivery !== undefined) return
  result.delivery = next
  result.unitId = unitId ?? result.unitId
  result.courierId = courierId ?? result.courierId
  if (kind === 'FAILED_DELIVERY') result.attempts += 1
  if (kind === 'DELIVERED') result.deliveredAt = at
  if (kind === 'RETURNED') result.returnedAt = at
}

function marksOf({ delivery, deliveredAt }: Folded, taken: readonly ItemEvent[], wanted: Hundredths): ItemMark[] {
  const [first, ...more] = taken
  const marks: ItemMark[] = []
  if (deliveredAt && !first && wanted > 0n) marks.push('DELIVERED_NOT_COLLECTED')
  if (first && !deliveredAt) marks.push('COLLECTED_NOT_DELIVERED')
  if (more.length > 0) marks.push('COLLECTED_TWICE')
  if (first && first.amount !== wanted) marks.push('WRONG_AMOUNT')
  if (deliveredAt && (delivery === 'RETURNING' || delivery === 'RETURNED')) marks.push('DELIVERED_AND_RETURNED')
  return marks
}
