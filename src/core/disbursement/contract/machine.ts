import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'

/** Batches or transfers have come or moved, somewhere. */
export const disbursementsTopic: LiveTopic = { name: 'disbursement.batches' }

/**
 * The life of a batch. PREPARING: the bank is asked whose the accounts are. READY: its items stand; what was left out is listed with the reason.
 * SENDING: agreed to by a second person, its items go out one by one. DONE: of every item it is known what became of it.
 */
export const batchMachine = defineMachine({
  name: 'disbursement.batchStatus',
  initial: 'PREPARING',
  states: {
    PREPARING: { tone: 'moving' },
    READY: { tone: 'attention' },
    SUBMITTED: { tone: 'attention' },
    SENDING: { tone: 'moving' },
    DONE: { tone: 'success', final: true },
    CANCELLED: { tone: 'neutral', final: true },
  },
  events: {
    prepared: { from: ['PREPARING'], to: 'READY' },
    submit: { from: ['READY'], to: 'SUBMITTED' },
    /** Rejected, withdrawn or expired. */
    giveBack: { from: ['SUBMITTED'], to: 'READY' },
    approve: { from: ['SUBMITTED'], to: 'SENDING' },
    finish: { from: ['SENDING'], to: 'DONE' },
    cancel: { from: ['PREPARING', 'READY'], to: 'CANCELLED' },
  },
})

/**
 * The life of a transfer. SENT is written before anything leaves this system. A time-out, 5xx, an answer that cannot be read or whose code nobody
 * has agreed on make it UNKNOWN, never FAILED. FAILED and RETURNED: the money is back with its source.
 */
export const itemMachine = defineMachine({
  name: 'disbursement.itemStatus',
  initial: 'READY',
  states: {
    READY: { tone: 'neutral' },
    SENT: { tone: 'moving' },
    PAID: { tone: 'success' },
    FAILED: { tone: 'failure' },
    UNKNOWN: { tone: 'unknown' },
    RETURNED: { tone: 'attention', final: true },
    CANCELLED: { tone: 'neutral', final: true },
  },
  events: {
    send: { from: ['READY'], to: 'SENT' },
    pay: { from: ['SENT', 'UNKNOWN'], to: 'PAID' },
    fail: { from: ['SENT', 'UNKNOWN'], to: 'FAILED' },
    loseTrack: { from: ['SENT'], to: 'UNKNOWN' },
    /** Two people have found that it was made after all. */
    correct: { from: ['FAILED'], to: 'PAID' },
    giveBack: { from: ['PAID'], to: 'RETURNED' },
    /** Its batch was cancelled, or its source no longer owes it. */
    cancel: { from: ['READY'], to: 'CANCELLED' },
  },
})

/** Money that came back. WAITING: it matches no transfer, and two people decide what becomes of it. */
export const returnMachine = defineMachine({
  name: 'disbursement.returnStatus',
  initial: 'ANNOUNCED',
  states: {
    ANNOUNCED: { tone: 'moving' },
    WAITING: { tone: 'attention' },
    MATCHED: { tone: 'success', final: true },
    GIVEN_BACK: { tone: 'neutral', final: true },
    BOOKED: { tone: 'neutral', final: true },
    VOID: { tone: 'neutral', final: true },
  },
  events: {
    arrive: { from: ['ANNOUNCED'], to: 'WAITING' },
    fail: { from: ['ANNOUNCED'], to: 'VOID' },
    match: { from: ['WAITING'], to: 'MATCHED' },
    giveBack: { from: ['WAITING'], to: 'GIVEN_BACK' },
    book: { from: ['WAITING'], to: 'BOOKED' },
  },
})

/** A receiving account that nothing more is sent to until somebody has decided. CORRECTED: the money of this transfer goes to another one. */
export const holdMachine = defineMachine({
  name: 'disbursement.holdStatus',
  initial: 'HELD',
  states: { HELD: { tone: 'attention' }, CONFIRMED: { tone: 'success', final: true }, CORRECTED: { tone: 'success', final: true } },
  events: { confirm: { from: ['HELD'], to: 'CONFIRMED' }, correct: { from: ['HELD'], to: 'CORRECTED' } },
})
