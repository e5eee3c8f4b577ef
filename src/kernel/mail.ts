import { defineMachine } from './machine.ts'

/** The life of a mail: postponed after each failure that may pass, until it is sent or given up. KEPT: a demo has no SMTP server, and its mails stay to be read. */
export const mailMachine = defineMachine({
  name: 'mail.status',
  initial: 'QUEUED',
  states: {
    QUEUED: { tone: 'moving' },
    SENT: { tone: 'success', final: true },
    KEPT: { tone: 'neutral', final: true },
    FAILED: { tone: 'failure' },
  },
  events: {
    postpone: { from: ['QUEUED'], to: 'QUEUED' },
    send: { from: ['QUEUED'], to: 'SENT' },
    keep: { from: ['QUEUED'], to: 'KEPT' },
    fail: { from: ['QUEUED'], to: 'FAILED' },
    retry: { from: ['FAILED'], to: 'QUEUED' },
  },
})
