import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  nouns: { card: 'postman' },
  fields: { board: { unitId: 'Unit', by: 'Shown by', courierIds: 'Postmen' } },
  actions: { remind: 'Remind', remindAll: 'Remind those past due' },
  enums: {
    leg: { COURIERS: 'Held by postmen', OFFICES: 'Taken in by offices today', TRANSIT: 'Waiting for bank or wallet', SENDERS: 'To be paid to senders' },
    by: { UNIT: 'Office', COURIER: 'Postman' },
  },
  texts: {
    asOf: 'As of {at}',
    by: 'Shown by',
    overdue: '{amount} past due',
    waiting: 'Handed in, not payable yet: {amount}',
    items: '{n} {n|item|items}',
    deposits: '{n} {n|deposit|deposits}',
    since: 'Oldest {day}',
    late: '{days} {days|day|days} past due',
    none: 'No money is here.',
    more: '{n} of {all} cards are shown, past due and great amounts first',
    retail: 'Retail senders',
    remindedAt: 'Reminded at {at}',
    remindedBefore: 'Nobody was reminded: it was done within the last hour',
    cardRemindText: 'The postman is told to hand the money in; where he has no account his office is. Once an hour.',
    cardRemindDone: 'The reminder was sent',
    cardRemindAllText: 'All postmen past due that are shown here are reminded, except those who were within the last hour.',
    cardRemindAllDone: 'The reminders were sent',
  },
}
