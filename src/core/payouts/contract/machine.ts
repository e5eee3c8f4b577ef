import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'

/** Payout lists have come or moved, somewhere. */
export const payoutsTopic: LiveTopic = { name: 'payouts.lists' }

/**
 * The life of a payout list. CHECKED: its lines agree with the letter of the payer, and what is unusual was acknowledged. SUBMITTED: locked by
 * its hash. APPROVED: its money lies on its own account. PAYING: somebody has fetched money. CLOSED: what was not fetched has gone back.
 * SETTLED: the payer has confirmed what was paid.
 */
export const listMachine = defineMachine({
  name: 'payouts.listStatus',
  initial: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral' },
    CHECKED: { tone: 'attention' },
    SUBMITTED: { tone: 'attention' },
    APPROVED: { tone: 'moving' },
    PAYING: { tone: 'moving' },
    CLOSED: { tone: 'success' },
    SETTLED: { tone: 'success', final: true },
    CANCELLED: { tone: 'neutral', final: true },
  },
  events: {
    check: { from: ['DRAFT'], to: 'CHECKED' },
    /** Its lines or what the letter says are to change. */
    reopen: { from: ['CHECKED'], to: 'DRAFT' },
    submit: { from: ['CHECKED'], to: 'SUBMITTED' },
    /** Rejected, withdrawn or expired. */
    giveBack: { from: ['SUBMITTED'], to: 'CHECKED' },
    approve: { from: ['SUBMITTED'], to: 'APPROVED' },
    pay: { from: ['APPROVED'], to: 'PAYING' },
    close: { from: ['APPROVED', 'PAYING'], to: 'CLOSED' },
    settle: { from: ['CLOSED'], to: 'SETTLED' },
    cancel: { from: ['DRAFT', 'CHECKED'], to: 'CANCELLED' },
  },
})

/**
 * The life of a line. UNKNOWN: a claim that was neither confirmed nor given up; only a decision ends it. HELD by an approved version.
 * RETURNED to the payer or CARRIED to the next list when its list closes; CANCELLED with its list, or withdrawn by a version.
 */
export const lineMachine = defineMachine({
  name: 'payouts.lineStatus',
  initial: 'UNPAID',
  states: {
    UNPAID: { tone: 'neutral' },
    CLAIMED: { tone: 'moving' },
    PAID: { tone: 'success' },
    UNKNOWN: { tone: 'unknown' },
    HELD: { tone: 'attention' },
    RETURNED: { tone: 'failure', final: true },
    CARRIED: { tone: 'neutral', final: true },
    CANCELLED: { tone: 'neutral', final: true },
  },
  events: {
    claim: { from: ['UNPAID'], to: 'CLAIMED' },
    confirm: { from: ['CLAIMED', 'UNKNOWN'], to: 'PAID' },
    release: { from: ['CLAIMED', 'UNKNOWN'], to: 'UNPAID' },
    loseTrack: { from: ['CLAIMED'], to: 'UNKNOWN' },
    hold: { from: ['UNPAID'], to: 'HELD' },
    unhold: { from: ['HELD'], to: 'UNPAID' },
    return: { from: ['UNPAID', 'HELD'], to: 'RETURNED' },
    carry: { from: ['UNPAID', 'HELD'], to: 'CARRIED' },
    cancel: { from: ['UNPAID', 'HELD'], to: 'CANCELLED' },
    /** The bank gave back what had been paid to an account: it waits for its account, or its list is closed. */
    bounce: { from: ['PAID'], to: 'HELD' },
    giveUp: { from: ['PAID'], to: 'RETURNED' },
  },
})
export type LineStatus = keyof typeof lineMachine.states

/** States in which the money of a line lies on the account of its list. */
export const ON_LIST = ['UNPAID', 'CLAIMED', 'UNKNOWN', 'HELD'] as const satisfies readonly LineStatus[]

/** Money that a payer has sent: written down by one person, posted by another. */
export const receiptMachine = defineMachine({
  name: 'payouts.receiptStatus',
  initial: 'PENDING',
  states: { PENDING: { tone: 'attention' }, POSTED: { tone: 'success', final: true }, REJECTED: { tone: 'failure', final: true } },
  events: { post: { from: ['PENDING'], to: 'POSTED' }, reject: { from: ['PENDING'], to: 'REJECTED' } },
})

/** A change of an approved list. */
export const versionMachine = defineMachine({
  name: 'payouts.versionStatus',
  initial: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral' },
    PROPOSED: { tone: 'attention' },
    APPLIED: { tone: 'success', final: true },
    REJECTED: { tone: 'failure', final: true },
  },
  events: {
    propose: { from: ['DRAFT'], to: 'PROPOSED' },
    giveBack: { from: ['PROPOSED'], to: 'DRAFT' },
    apply: { from: ['PROPOSED'], to: 'APPLIED' },
    reject: { from: ['DRAFT', 'PROPOSED'], to: 'REJECTED' },
  },
})
