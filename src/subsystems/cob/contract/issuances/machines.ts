import type { LiveTopic } from '#kernel/live.ts'
import { defineMachine } from '#kernel/machine.ts'

/** Lots of collection requests or their lines have come or moved, somewhere. */
export const issuancesTopic: LiveTopic = { name: 'cob.issuances' }

/** The life of a lot. SUBMITTED: locked by its hash. ISSUED: each line is an item. CLOSED: nobody visits anybody for it any more. */
export const lotMachine = defineMachine({
  name: 'cob.issuances.lotStatus',
  initial: 'DRAFT',
  states: {
    DRAFT: { tone: 'neutral' },
    SUBMITTED: { tone: 'attention' },
    ISSUED: { tone: 'moving' },
    CLOSED: { tone: 'success', final: true },
    CANCELLED: { tone: 'neutral', final: true },
  },
  events: {
    submit: { from: ['DRAFT'], to: 'SUBMITTED' },
    /** Rejected, withdrawn or expired. */
    giveBack: { from: ['SUBMITTED'], to: 'DRAFT' },
    issue: { from: ['SUBMITTED'], to: 'ISSUED' },
    close: { from: ['ISSUED'], to: 'CLOSED' },
    cancel: { from: ['DRAFT', 'ISSUED'], to: 'CANCELLED' },
  },
})

/**
 * The life of a line. COLLECTED and SETTLED follow its item: its collection is booked, its money is paid out. REFUSED and NOT_FOUND may be visited
 * again. What was collected up to the due day and is recorded after it still counts, so EXPIRED is no end.
 */
export const lineMachine = defineMachine({
  name: 'cob.issuances.lineStatus',
  initial: 'NEW',
  states: {
    NEW: { tone: 'neutral' },
    ISSUED: { tone: 'attention' },
    ASSIGNED: { tone: 'moving' },
    COLLECTED: { tone: 'success' },
    REFUSED: { tone: 'failure' },
    NOT_FOUND: { tone: 'failure' },
    EXPIRED: { tone: 'failure' },
    SETTLED: { tone: 'success', final: true },
    CANCELLED: { tone: 'neutral', final: true },
  },
  events: {
    issue: { from: ['NEW'], to: 'ISSUED' },
    /** To a postman; to another one as well. */
    assign: { from: ['ISSUED', 'ASSIGNED', 'REFUSED', 'NOT_FOUND'], to: 'ASSIGNED' },
    collect: { from: ['ASSIGNED', 'EXPIRED'], to: 'COLLECTED' },
    /** Asked to be visited again. */
    postpone: { from: ['ASSIGNED'], to: 'ASSIGNED' },
    refuse: { from: ['ASSIGNED'], to: 'REFUSED' },
    miss: { from: ['ASSIGNED'], to: 'NOT_FOUND' },
    expire: { from: ['ISSUED', 'ASSIGNED'], to: 'EXPIRED' },
    settle: { from: ['COLLECTED'], to: 'SETTLED' },
    cancel: { from: ['NEW', 'ISSUED', 'ASSIGNED', 'REFUSED', 'NOT_FOUND'], to: 'CANCELLED' },
  },
})
export type LineStatus = keyof typeof lineMachine.states
