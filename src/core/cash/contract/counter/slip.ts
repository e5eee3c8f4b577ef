import { defineMachine } from '#kernel/machine.ts'

/** The life of a slip: claimed until its cash has changed hands, or not. EXCESS: it was paid out for nothing that was owed any more. */
export const slipMachine = defineMachine({
  name: 'cash.counter.slipStatus',
  initial: 'CLAIMED',
  states: {
    CLAIMED: { tone: 'moving' },
    UNKNOWN: { tone: 'unknown' },
    PAID: { tone: 'success', final: true },
    RELEASED: { tone: 'neutral', final: true },
    EXCESS: { tone: 'failure', final: true },
  },
  events: {
    pay: { from: ['CLAIMED', 'UNKNOWN'], to: 'PAID' },
    loseTrack: { from: ['CLAIMED'], to: 'UNKNOWN' },
    release: { from: ['CLAIMED', 'UNKNOWN'], to: 'RELEASED' },
    exceed: { from: ['CLAIMED'], to: 'EXCESS' },
  },
})
