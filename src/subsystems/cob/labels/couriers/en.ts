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
      staffId: 'Staff member',
      staffName: 'Staff member',
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
  actions: { depositCode: 'QR code for deposits', close: 'Close' },
  texts: {
    courierTitle: 'Postman {name}',
    staffHint: 'This person sees the one-time codes of the postman’s hand-ins and gets the reminders, and so may not count those hand-ins.',
    ceilingHint: 'Block: once the money held reaches the ceiling, no further items are handed out. Money collected for items is always taken in.',
    courierDepositCodeTitle: 'QR code of postman {name} for deposits',
    courierDepositCodeText:
      'Makes the QR code by which postman {name} hands in today, over what is owed right now. Where there is one, its amount is brought up to date; the account stays.',
    courierDepositCodeDone: 'QR code of postman {name} made',
    courierLockText: 'From now on the postman is given no further items. Money collected is still taken in and must still be handed in.',
    courierLockDone: 'Postman {name} locked',
    courierUnlockDone: 'Postman {name} unlocked',
    courierCloseText: 'Only a postman who has handed in all money can be closed. A closed postman cannot be reopened.',
    courierCloseDone: 'Postman {name} closed',
  },
}
