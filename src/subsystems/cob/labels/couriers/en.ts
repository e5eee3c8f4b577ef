import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    courier: {
      text: 'Code, name, phone, delivery route',
      code: 'Postman code',
      name: 'Full name',
      phone: 'Phone',
      route: 'Delivery route',
      unitId: 'Unit',
      unitName: 'Unit',
      held: 'Holds',
      ceiling: 'Most to be held',
      ceilingPolicy: 'Beyond the ceiling',
      ceilingState: 'Against the ceiling',
      accountCode: 'Ledger account',
      stepNote: 'Reason of locking or closing',
    },
  },
  enums: {
    status: { ACTIVE: 'Active', LOCKED: 'Locked', CLOSED: 'Closed' },
    ceilingState: { WITHIN: 'Within', NEAR: 'Near the ceiling', OVER: 'Over the ceiling' },
  },
  nouns: { courier: 'postman' },
  actions: { close: 'Close' },
  texts: {
    courierTitle: 'Postman {name}',
    ceilingHint: 'Block: once the money held reaches the ceiling, no further items are handed out. Money collected for items is always taken in.',
    courierLockText: 'From now on the postman is given no further items. Money collected is still taken in and must still be handed in.',
    courierLockDone: 'Postman {name} locked',
    courierUnlockDone: 'Postman {name} unlocked',
    courierCloseText: 'Only a postman who has handed in all money can be closed. A closed postman cannot be reopened.',
    courierCloseDone: 'Postman {name} closed',
  },
}
