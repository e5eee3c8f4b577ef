import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'

/** Codes or virtual accounts have come or moved, somewhere. */
export const codesTopic: LiveTopic = { name: 'vietqr.codes' }

/**
 * The life of a code. DRAFT: it may still be changed, and is not paid by. LOCKED: for a time; REVOKED: for good. USED: a dynamic code that was paid.
 * Whatever was paid by a code is stored all the same: only what is to begin is refused.
 */
export const codeMachine = defineMachine({
  name: 'vietqr.codeStatus',
  initial: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral' },
    ACTIVE: { tone: 'success' },
    LOCKED: { tone: 'attention' },
    USED: { tone: 'neutral', final: true },
    EXPIRED: { tone: 'neutral' },
    REVOKED: { tone: 'failure', final: true },
  },
  events: {
    activate: { from: ['DRAFT'], to: 'ACTIVE' },
    lock: { from: ['ACTIVE'], to: 'LOCKED' },
    unlock: { from: ['LOCKED'], to: 'ACTIVE' },
    use: { from: ['ACTIVE', 'LOCKED'], to: 'USED' },
    /** Its last day is over. */
    expire: { from: ['DRAFT', 'ACTIVE', 'LOCKED'], to: 'EXPIRED' },
    revoke: { from: ['DRAFT', 'ACTIVE', 'LOCKED', 'EXPIRED'], to: 'REVOKED' },
  },
})

/** The life of an account number. A closed one is never opened again, and its number never given to anybody else. */
export const accountMachine = defineMachine({
  name: 'vietqr.accountStatus',
  initial: 'ACTIVE',
  states: {
    ACTIVE: { tone: 'success' },
    CLOSED: { tone: 'neutral', final: true },
  },
  events: {
    close: { from: ['ACTIVE'], to: 'CLOSED' },
  },
})
