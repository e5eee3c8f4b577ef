import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'

/** Merchants have come or changed, somewhere. */
export const merchantsTopic: LiveTopic = { name: 'merchants.merchants' }

/**
 * The life of a merchant. SUBMITTED: waits for a second person. ACTIVE: it is paid, and owed money on an account of its own. LOCKED: no new
 * payment is begun; what has happened is stored all the same. CLOSED: nothing is owed, and it stays so.
 */
export const merchantMachine = defineMachine({
  name: 'merchants.status',
  initial: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral' },
    SUBMITTED: { tone: 'attention' },
    ACTIVE: { tone: 'success' },
    LOCKED: { tone: 'attention' },
    CLOSED: { tone: 'neutral', final: true },
  },
  events: {
    submit: { from: ['DRAFT'], to: 'SUBMITTED' },
    /** Rejected, withdrawn or expired. */
    giveBack: { from: ['SUBMITTED'], to: 'DRAFT' },
    open: { from: ['SUBMITTED'], to: 'ACTIVE' },
    lock: { from: ['ACTIVE'], to: 'LOCKED' },
    unlock: { from: ['LOCKED'], to: 'ACTIVE' },
    close: { from: ['ACTIVE', 'LOCKED'], to: 'CLOSED' },
    discard: { from: ['DRAFT'], to: 'CLOSED' },
  },
})

/** A plan waits as a draft until two people have agreed on its first revision. */
export const planMachine = defineMachine({
  name: 'merchants.planStatus',
  initial: 'DRAFT',
  states: { DRAFT: { tone: 'neutral' }, ACTIVE: { tone: 'success', final: true } },
  events: { agree: { from: ['DRAFT'], to: 'ACTIVE' } },
})
