import type { RequestContext } from '../module.ts'
import { departureOf } from './departure.ts'
import { createSlots, withSlot } from './slots.ts'

/** Lists and reports that one person has read at the same time: each takes two connections and a part of the database. */
const EACH = 3
const slots = createSlots(Number.POSITIVE_INFINITY, EACH)

/** Reads a list or report for its caller; what one person asks for beyond their places waits for these, and nobody else for it. Throws SYS-431. */
export function reading<T>({ session, reply }: Pick<RequestContext, 'session' | 'reply'>, read: () => Promise<T>): Promise<T> {
  return withSlot(slots, session.userId, departureOf(reply), read)
}
