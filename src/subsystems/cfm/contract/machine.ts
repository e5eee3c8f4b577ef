import { defineMachine } from '#kernel/machine.ts'

/**
 * The life of a money order. PENDING: its cash is not known to be taken in. Unclaimed after the days of the rule it is RETURNING to its
 * sender, who has it back (RETURNED), or never comes for it (EXPIRED). CANCELLED: the sender took it back before it was paid.
 */
export const moneyOrderMachine = defineMachine({
  name: 'cfm.orderStatus',
  initial: 'PENDING',
  states: {
    PENDING: { tone: 'unknown' },
    SENT: { tone: 'moving' },
    NOTIFIED: { tone: 'moving' },
    PAID: { tone: 'success', final: true },
    RETURNING: { tone: 'attention' },
    RETURNED: { tone: 'neutral', final: true },
    EXPIRED: { tone: 'failure', final: true },
    CANCELLED: { tone: 'neutral', final: true },
    VOID: { tone: 'failure', final: true },
  },
  events: {
    send: { from: ['PENDING'], to: 'SENT' },
    fail: { from: ['PENDING'], to: 'VOID' },
    /** It was not sent, but its cash had been taken in. */
    giveBack: { from: ['PENDING'], to: 'RETURNING' },
    tell: { from: ['SENT'], to: 'NOTIFIED' },
    pay: { from: ['SENT', 'NOTIFIED'], to: 'PAID' },
    due: { from: ['SENT', 'NOTIFIED'], to: 'RETURNING' },
    return: { from: ['RETURNING'], to: 'RETURNED' },
    expire: { from: ['RETURNING'], to: 'EXPIRED' },
    cancel: { from: ['SENT', 'NOTIFIED'], to: 'CANCELLED' },
  },
})
