import type { vi } from './vi.ts'

export const en: typeof vi = {
  screens: {
    accountManagement: 'General ledger',
    accounts: 'Business accounts',
    account: 'Business account',
    manualJournals: 'Manual journals',
    manualJournal: 'Manual journal',
  },
  fields: {},
  enums: {},
}
