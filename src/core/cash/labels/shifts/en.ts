import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    holding: {
      text: 'Code or name',
      code: 'Code',
      name: 'Name',
      kind: 'Kind',
      unitId: 'Unit',
      unitName: 'Unit',
      staffId: 'Holder',
      holderName: 'Holder',
      balance: 'Cash on hand',
      ceiling: 'Ceiling',
      floor: 'Floor',
      fill: 'Against limits',
      ceilingPolicy: 'Above the ceiling',
      tellerName: 'Teller on shift',
      singleHanded: 'Single-handed',
      accountCode: 'Ledger account',
    },
    movement: {
      recordedAt: 'Time',
      kind: 'Event',
      description: 'Description',
      moneyIn: 'In',
      moneyOut: 'Out',
    },
  },
  enums: {
    holdingStatus: { ACTIVE: 'Active', LOCKED: 'Locked', CLOSED: 'Closed' },
    fill: { UNDER: 'Below the floor', WITHIN: 'Within limits', NEAR: 'Near the ceiling', OVER: 'Above the ceiling' },
  },
  nouns: { holding: 'holding' },
  actions: {
    view: 'Details',
    close: 'Close',
    single: 'Make single-handed',
    several: 'End single-handed mode',
  },
  texts: {
    holdingCloseText: 'Close the holding {name}? A closed holding cannot be reopened.',
    holdingSingleText: 'The vault {name} will serve as the till: no floats are issued or returned, and the parent unit decides variances.',
    holdingSeveralText: 'The unit works with tills and a separate vault again.',
    facts: 'Holding',
    movements: 'Latest movements',
    noMovements: 'No movements yet',
    blind: 'You are counting this holding: its balance and movements are hidden until you submit the count.',
  },
}
