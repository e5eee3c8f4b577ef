import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {},
  fields: {
    settlement: {
      status: 'Status',
      fromDay: 'From',
      toDay: 'To',
      oursSum: 'Our total',
      theirsSum: 'Their total',
      bank: 'Booked to the bank account',
      cleared: 'Cleared from the partner',
      fee: 'Fee of the partner',
      lost: 'Differences booked as cost',
      gained: 'Differences booked as income',
      pending: 'Differences kept pending',
      journals: 'Journals',
    },
  },
  enums: {},
}
