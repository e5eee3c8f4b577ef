import { defineErrors, error } from '#kernel/errors.ts'
import type { EventKind } from './machines.ts'

/** State codes of the systems of Vietnam's post that say what an event of ours says. All others are unknown here. */
export const STATE_CODES: ReadonlyMap<string, EventKind> = new Map([
  ['60', 'CANCELLED'],
  ['70', 'ARRIVED'],
  ['91', 'FAILED_DELIVERY'],
  ['100', 'DELIVERED'],
  // The postman has the money.
  ['110', 'COLLECTED'],
  // Its sender could not be given it back, so it is still on its way there.
  ['161', 'RETURNING'],
  ['170', 'RETURNED'],
])

/** The sender has the money. */
export const SENDER_PAID_CODE = '120'

export const stateCodeErrors = defineErrors({
  senderPaidHere: error('COB-017', 422, {
    vi: 'Không nhận mã 120 (đã trả tiền cho người gửi): tiền COD được chi cho người gửi tại hệ thống này, theo bảng kê hoặc tại quầy',
    en: 'Code 120 (the sender has been paid) is not taken: senders are paid by this system, by statement or at counters',
  }),
})

/** A line of an event as it was sent, with the kind in the place of a state code. */
export function withoutStateCode(line: unknown): unknown {
  if (typeof line !== 'object' || line === null || !('kind' in line)) return line
  const kind = typeof line.kind === 'number' ? String(line.kind) : line.kind
  return { ...line, kind: (typeof kind === 'string' && STATE_CODES.get(kind)) || kind }
}
