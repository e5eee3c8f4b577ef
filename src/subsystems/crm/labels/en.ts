import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: { dashboard: 'Dashboard', approvals: 'Approval inbox' },
  fields: {},
  enums: {},
  texts: {
    today: 'Today, {date}',
    updatedAt: 'Updated at',
    count: 'Transactions today',
    value: 'Value succeeded',
    rate: 'Success rate',
    rateOf: '{succeeded} of {settled} transactions with an outcome',
    unknown: 'Unknown outcomes',
    unknownSince: 'Oldest since {at}',
    unknownNone: 'None',
    toDecide: 'Waiting for my decision',
    toDecideNone: 'Nothing is waiting',
    toDecideSum: 'VND {amount} in all',
    total: 'VND {amount} in all',
    byStatus: 'By status',
    byHour: 'By hour',
    hourOf: '{hour}:00: {count} transactions, VND {amount}',
    statusOf: '{count} transactions, VND {amount}',
    noData: 'No transactions today yet',
    openInbox: 'Open the inbox',
  },
}
