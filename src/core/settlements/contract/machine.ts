import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'

/** Settlements have come or moved, somewhere. */
export const settlementsTopic: LiveTopic = { name: 'settlements.settlements' }

/**
 * The life of a settlement. CARRIED: too little, or negative: it is merged into the next one of its merchant. PAYABLE: goes with the next batch of
 * transfers. SENT to PAID follow its transfer; one that failed is payable again. HELD: its receiving account waits for a decision.
 */
export const settlementMachine = defineMachine({
  name: 'settlements.status',
  initial: 'CARRIED',
  states: {
    PAYABLE: { tone: 'attention' },
    SENT: { tone: 'moving' },
    UNKNOWN: { tone: 'unknown' },
    PAID: { tone: 'success' },
    HELD: { tone: 'attention' },
    CARRIED: { tone: 'neutral' },
    MERGED: { tone: 'neutral', final: true },
  },
  events: {
    /** With its closing, where it comes to enough. */
    offer: { from: ['CARRIED'], to: 'PAYABLE' },
    merge: { from: ['CARRIED', 'PAYABLE'], to: 'MERGED' },
    send: { from: ['PAYABLE'], to: 'SENT' },
    pay: { from: ['SENT', 'UNKNOWN'], to: 'PAID' },
    fail: { from: ['SENT', 'UNKNOWN'], to: 'PAYABLE' },
    loseTrack: { from: ['SENT'], to: 'UNKNOWN' },
    hold: { from: ['PAYABLE'], to: 'HELD' },
    unhold: { from: ['HELD'], to: 'PAYABLE' },
    /** The bank has given it back. */
    bounce: { from: ['PAID'], to: 'HELD' },
    /** Two people have found that a transfer that had failed was made. */
    correct: { from: ['PAYABLE', 'HELD'], to: 'PAID' },
  },
})
