import { defineMachine } from '#kernel/machine.ts'

/** Of areas, lists and entries: what is LOCKED is kept, but not offered for choice any more. */
export const statusMachine = defineMachine({
  name: 'masterdata.status',
  initial: 'ACTIVE',
  states: { ACTIVE: { tone: 'success' }, LOCKED: { tone: 'neutral' } },
  events: { lock: { from: ['ACTIVE'], to: 'LOCKED' }, unlock: { from: ['LOCKED'], to: 'ACTIVE' } },
})
